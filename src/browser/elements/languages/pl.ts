import type { Messages } from '../message-types.ts';

export default {
  waiting: 'To już koniec. Prosimy nacisnąć przycisk, aby zakończyć.',
  expired: 'Link mógł wygasnąć. Prosimy nacisnąć przycisk, aby mimo to spróbować.',
  reporting: 'Zgłaszamy udział na platformie. Prosimy pozostawić tę stronę otwartą.',
  unknown:
    'Jeszcze nie potwierdzono. Próbujemy dalej. Prosimy pozostawić tę stronę otwartą lub nacisnąć przycisk.',
  rejected: 'Platforma nie przyjęła zgłoszenia. Link mógł wygasnąć lub został już użyty.',
  probablyRecorded: 'Udział najprawdopodobniej został już odnotowany. Można zamknąć tę stronę.',
  misconfigured:
    'Zgłoszenie jest przechowywane w tej przeglądarce, ale nie udało się go jeszcze wysłać. Prosimy pozostawić tę stronę otwartą i powiadomić organizatorów ankiety.',
  accepted: {
    complete:
      'Dziękujemy za wypełnienie ankiety. Zgłoszenie zostało przyjęte i trafi na platformę. Można zamknąć tę stronę.',
    fail: 'Dziękujemy za poświęcony czas. To koniec ankiety. Zgłoszenie zostało przyjęte i trafi na platformę. Można zamknąć tę stronę.',
    quota_full:
      'Dziękujemy za zainteresowanie. Ankieta ma już wystarczającą liczbę uczestników. Zgłoszenie zostało przyjęte i trafi na platformę. Można zamknąć tę stronę.',
    screenout:
      'Dziękujemy za poświęcony czas. Ta ankieta jest skierowana do innych uczestników. Zgłoszenie zostało przyjęte i trafi na platformę. Można zamknąć tę stronę.',
  },
  confirmed: {
    complete:
      'Dziękujemy za wypełnienie ankiety. Udział został odnotowany. Można zamknąć tę stronę.',
    fail: 'Dziękujemy za poświęcony czas. To koniec ankiety. Udział został odnotowany. Można zamknąć tę stronę.',
    quota_full:
      'Dziękujemy za zainteresowanie. Ankieta ma już wystarczającą liczbę uczestników. Udział został odnotowany. Można zamknąć tę stronę.',
    screenout:
      'Dziękujemy za poświęcony czas. Ta ankieta jest skierowana do innych uczestników. Udział został odnotowany. Można zamknąć tę stronę.',
  },
  testRun: 'To jest test. Nic nie zostało wysłane.',
  finish: 'Zakończ',
  retry: 'Spróbuj ponownie',
  leave: 'Zakończ na platformie',

  checking: 'Sprawdzamy połączenie z sejfem.',
  disconnected: 'Sejf nie jest połączony.',
  denied: 'Odmówiono zgody. Sejf nie jest połączony.',
  connecting: 'Trwa łączenie. Jeśli otworzyło się okno, prosimy kontynuować w nim.',
  connected: 'Sejf jest połączony.',
  reconnect: 'Połączenie z sejfem zostało zakończone. Prosimy połączyć go ponownie.',
  failed: 'Nie udało się. Prosimy spróbować ponownie.',
  connect: 'Połącz mój sejf',
  disconnect: 'Rozłącz',

  pushing: 'Zapisujemy odpowiedzi w sejfie.',
  pushed: 'Odpowiedzi zostały zapisane w sejfie.',
  refused: 'Odpowiedzi nie zostały przyjęte.',
  unconnected: 'Jeszcze nie zapisano. Prosimy najpierw połączyć sejf.',
  busy: 'Jeszcze nie zapisano. Prosimy spróbować ponownie {when}.',
  unsaved: 'Odpowiedzi nie zostały zapisane. Prosimy spróbować ponownie.',
  unanswered: 'Nie udało się ustalić, czy odpowiedzi zostały zapisane. Prosimy spróbować ponownie.',
} satisfies Messages;
