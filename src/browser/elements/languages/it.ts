import type { Messages } from '../message-types.ts';

export default {
  waiting: 'Ci siamo quasi. Prema il pulsante per terminare.',
  expired: 'Il link potrebbe essere scaduto. Prema il pulsante per provare comunque.',
  reporting: 'Stiamo comunicando la sua partecipazione al marketplace. Tenga aperta questa pagina.',
  unknown:
    'Non ancora confermato. Continuiamo a provare. Tenga aperta questa pagina o prema un pulsante.',
  rejected:
    'Il marketplace non ha accettato la sua partecipazione. Il link potrebbe essere scaduto o già usato.',
  probablyRecorded:
    'La sua partecipazione è stata molto probabilmente già registrata. Può chiudere questa pagina.',
  misconfigured:
    'La sua partecipazione è conservata in questo browser, ma non è stato ancora possibile inviarla. Tenga aperta questa pagina e avvisi i responsabili del sondaggio.',
  accepted: {
    complete:
      'Grazie per aver completato il sondaggio. La sua partecipazione è stata ricevuta e sarà comunicata al marketplace. Può chiudere questa pagina.',
    fail: 'Grazie per il suo tempo. Il sondaggio termina qui. La sua partecipazione è stata ricevuta e sarà comunicata al marketplace. Può chiudere questa pagina.',
    quota_full:
      'Grazie per il suo interesse. Il sondaggio ha già abbastanza partecipanti. La sua partecipazione è stata ricevuta e sarà comunicata al marketplace. Può chiudere questa pagina.',
    screenout:
      'Grazie per il suo tempo. Questo sondaggio si rivolge ad altri partecipanti. La sua partecipazione è stata ricevuta e sarà comunicata al marketplace. Può chiudere questa pagina.',
  },
  confirmed: {
    complete:
      'Grazie per aver completato il sondaggio. La sua partecipazione è stata registrata. Può chiudere questa pagina.',
    fail: 'Grazie per il suo tempo. Il sondaggio termina qui. La sua partecipazione è stata registrata. Può chiudere questa pagina.',
    quota_full:
      'Grazie per il suo interesse. Il sondaggio ha già abbastanza partecipanti. La sua partecipazione è stata registrata. Può chiudere questa pagina.',
    screenout:
      'Grazie per il suo tempo. Questo sondaggio si rivolge ad altri partecipanti. La sua partecipazione è stata registrata. Può chiudere questa pagina.',
  },
  testRun: 'Questo è un test. Non è stato inviato nulla.',
  finish: 'Termina',
  retry: 'Riprova',
  leave: 'Termina sul marketplace',

  checking: 'Verifica del collegamento alla sua cassaforte.',
  disconnected: 'La sua cassaforte non è collegata.',
  denied: 'Ha rifiutato. La sua cassaforte non è collegata.',
  connecting: 'Collegamento in corso. Se si è aperta una finestra, prosegua lì.',
  connected: 'La sua cassaforte è collegata.',
  reconnect: 'Il collegamento alla sua cassaforte è terminato. La colleghi di nuovo.',
  failed: 'Non ha funzionato. Riprovi.',
  connect: 'Collega la mia cassaforte',
  disconnect: 'Scollega',

  pushing: 'Salvataggio delle risposte nella sua cassaforte.',
  pushed: 'Le sue risposte sono salvate nella sua cassaforte.',
  refused: 'Le sue risposte non sono state accettate.',
  unconnected: 'Non ancora salvato. Colleghi prima la sua cassaforte.',
  busy: 'Non ancora salvato. Riprovi {when}.',
  unsaved: 'Le sue risposte non sono state salvate. Riprovi.',
  unanswered: 'Non è stato possibile sapere se le sue risposte sono state salvate. Riprovi.',
} satisfies Messages;
