import type { Messages } from '../message-types.ts';

export default {
  waiting: 'Sie sind am Ende angekommen. Bitte klicken Sie auf die Schaltfläche, um abzuschließen.',
  expired:
    'Ihr Link ist vielleicht abgelaufen. Bitte klicken Sie auf die Schaltfläche, um es trotzdem zu versuchen.',
  reporting: 'Ihre Teilnahme wird dem Marktplatz gemeldet. Bitte lassen Sie diese Seite geöffnet.',
  unknown:
    'Noch nicht bestätigt. Wir versuchen es weiter. Bitte lassen Sie diese Seite geöffnet oder klicken Sie auf eine Schaltfläche.',
  rejected:
    'Der Marktplatz hat Ihre Teilnahme nicht angenommen. Ihr Link ist vielleicht abgelaufen oder wurde schon benutzt.',
  probablyRecorded:
    'Ihre Teilnahme wurde sehr wahrscheinlich schon erfasst. Sie können diese Seite schließen.',
  misconfigured:
    'Ihre Teilnahme wird in diesem Browser aufbewahrt, wurde aber noch nicht gesendet. Bitte lassen Sie diese Seite geöffnet und informieren Sie den Anbieter der Umfrage.',
  accepted: {
    complete:
      'Vielen Dank, Sie haben die Umfrage abgeschlossen. Ihre Teilnahme ist eingegangen und wird dem Marktplatz gemeldet. Sie können diese Seite schließen.',
    fail: 'Vielen Dank für Ihre Zeit. Die Umfrage endet hier. Ihre Teilnahme ist eingegangen und wird dem Marktplatz gemeldet. Sie können diese Seite schließen.',
    quota_full:
      'Vielen Dank für Ihr Interesse. Die Umfrage hat schon genug Teilnehmende. Ihre Teilnahme ist eingegangen und wird dem Marktplatz gemeldet. Sie können diese Seite schließen.',
    screenout:
      'Vielen Dank für Ihre Zeit. Diese Umfrage richtet sich an andere Teilnehmende. Ihre Teilnahme ist eingegangen und wird dem Marktplatz gemeldet. Sie können diese Seite schließen.',
  },
  confirmed: {
    complete:
      'Vielen Dank, Sie haben die Umfrage abgeschlossen. Ihre Teilnahme wurde erfasst. Sie können diese Seite schließen.',
    fail: 'Vielen Dank für Ihre Zeit. Die Umfrage endet hier. Ihre Teilnahme wurde erfasst. Sie können diese Seite schließen.',
    quota_full:
      'Vielen Dank für Ihr Interesse. Die Umfrage hat schon genug Teilnehmende. Ihre Teilnahme wurde erfasst. Sie können diese Seite schließen.',
    screenout:
      'Vielen Dank für Ihre Zeit. Diese Umfrage richtet sich an andere Teilnehmende. Ihre Teilnahme wurde erfasst. Sie können diese Seite schließen.',
  },
  testRun: 'Dies ist ein Test. Nichts wurde gesendet.',
  finish: 'Abschließen',
  retry: 'Erneut versuchen',
  leave: 'Beim Marktplatz abschließen',

  checking: 'Die Verbindung zu Ihrem Tresor wird geprüft.',
  disconnected: 'Ihr Tresor ist nicht verbunden.',
  denied: 'Sie haben abgelehnt. Ihr Tresor ist nicht verbunden.',
  connecting:
    'Verbindung wird hergestellt. Falls sich ein Fenster geöffnet hat, machen Sie dort weiter.',
  connected: 'Ihr Tresor ist verbunden.',
  reconnect: 'Die Verbindung zu Ihrem Tresor ist beendet. Bitte verbinden Sie ihn erneut.',
  failed: 'Das hat nicht geklappt. Bitte versuchen Sie es erneut.',
  connect: 'Meinen Tresor verbinden',
  disconnect: 'Trennen',

  pushing: 'Ihre Antworten werden in Ihrem Tresor gespeichert.',
  pushed: 'Ihre Antworten sind in Ihrem Tresor gespeichert.',
  refused: 'Ihre Antworten wurden nicht angenommen.',
  unconnected: 'Noch nicht gespeichert. Bitte verbinden Sie zuerst Ihren Tresor.',
  busy: 'Noch nicht gespeichert. Bitte versuchen Sie es {when} erneut.',
  unsaved: 'Ihre Antworten wurden nicht gespeichert. Bitte versuchen Sie es erneut.',
  unanswered:
    'Wir konnten nicht feststellen, ob Ihre Antworten gespeichert wurden. Bitte versuchen Sie es erneut.',
} satisfies Messages;
