import type { Messages } from '../message-types.ts';

export default {
  waiting: 'Ați ajuns la final. Apăsați butonul pentru a finaliza.',
  expired: 'Este posibil ca linkul să fi expirat. Apăsați butonul pentru a încerca totuși.',
  reporting:
    'Transmitem participarea dvs. către platformă. Vă rugăm să păstrați această pagină deschisă.',
  unknown:
    'Încă neconfirmat. Încercăm în continuare. Vă rugăm să păstrați această pagină deschisă sau să apăsați un buton.',
  rejected:
    'Platforma nu a acceptat participarea dvs. Este posibil ca linkul să fi expirat sau să fi fost deja folosit.',
  probablyRecorded:
    'Participarea dvs. a fost, foarte probabil, deja înregistrată. Puteți închide această pagină.',
  misconfigured:
    'Participarea dvs. este păstrată în acest browser, dar nu a putut fi transmisă încă. Vă rugăm să păstrați această pagină deschisă și să anunțați organizatorii sondajului.',
  accepted: {
    complete:
      'Vă mulțumim că ați completat sondajul. Participarea dvs. a fost primită și va fi transmisă către platformă. Puteți închide această pagină.',
    fail: 'Vă mulțumim pentru timpul acordat. Sondajul se încheie aici. Participarea dvs. a fost primită și va fi transmisă către platformă. Puteți închide această pagină.',
    quota_full:
      'Vă mulțumim pentru interes. Sondajul are deja destui participanți. Participarea dvs. a fost primită și va fi transmisă către platformă. Puteți închide această pagină.',
    screenout:
      'Vă mulțumim pentru timpul acordat. Acest sondaj se adresează altor participanți. Participarea dvs. a fost primită și va fi transmisă către platformă. Puteți închide această pagină.',
  },
  confirmed: {
    complete:
      'Vă mulțumim că ați completat sondajul. Participarea dvs. a fost înregistrată. Puteți închide această pagină.',
    fail: 'Vă mulțumim pentru timpul acordat. Sondajul se încheie aici. Participarea dvs. a fost înregistrată. Puteți închide această pagină.',
    quota_full:
      'Vă mulțumim pentru interes. Sondajul are deja destui participanți. Participarea dvs. a fost înregistrată. Puteți închide această pagină.',
    screenout:
      'Vă mulțumim pentru timpul acordat. Acest sondaj se adresează altor participanți. Participarea dvs. a fost înregistrată. Puteți închide această pagină.',
  },
  testRun: 'Acesta este un test. Nu s-a transmis nimic.',
  finish: 'Finalizare',
  retry: 'Reîncercare',
  leave: 'Finalizare pe platformă',

  checking: 'Verificăm conexiunea cu seiful dvs.',
  disconnected: 'Seiful dvs. nu este conectat.',
  denied: 'Ați refuzat. Seiful dvs. nu este conectat.',
  connecting: 'Se conectează. Dacă s-a deschis o fereastră, continuați acolo.',
  connected: 'Seiful dvs. este conectat.',
  reconnect: 'Conexiunea cu seiful dvs. s-a încheiat. Conectați-l din nou.',
  failed: 'Nu a funcționat. Încercați din nou.',
  connect: 'Conectare seif',
  disconnect: 'Deconectare',

  pushing: 'Salvăm răspunsurile în seiful dvs.',
  pushed: 'Răspunsurile sunt salvate în seiful dvs.',
  refused: 'Răspunsurile nu au fost acceptate.',
  unconnected: 'Încă nesalvat. Conectați mai întâi seiful.',
  busy: 'Încă nesalvat. Încercați din nou {when}.',
  unsaved: 'Răspunsurile nu au fost salvate. Încercați din nou.',
  unanswered: 'Nu am putut afla dacă răspunsurile au fost salvate. Încercați din nou.',
} satisfies Messages;
