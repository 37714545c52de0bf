import type { Messages } from '../message-types.ts';

export default {
  waiting: 'U bent aan het einde gekomen. Druk op de knop om af te ronden.',
  expired: 'Uw link is mogelijk verlopen. Druk op de knop om het toch te proberen.',
  reporting: 'Uw deelname wordt aan het platform doorgegeven. Houd deze pagina open.',
  unknown:
    'Nog niet bevestigd. We blijven het proberen. Houd deze pagina open of druk op een knop.',
  rejected:
    'Het platform heeft uw deelname niet geaccepteerd. Uw link is mogelijk verlopen of al gebruikt.',
  probablyRecorded:
    'Uw deelname is zeer waarschijnlijk al geregistreerd. U kunt deze pagina sluiten.',
  misconfigured:
    'Uw deelname is in deze browser bewaard, maar kon nog niet worden verstuurd. Houd deze pagina open en meld dit aan de organisatie achter deze enquête.',
  accepted: {
    complete:
      'Bedankt voor het invullen van de enquête. Uw deelname is ontvangen en wordt aan het platform doorgegeven. U kunt deze pagina sluiten.',
    fail: 'Bedankt voor uw tijd. De enquête eindigt hier. Uw deelname is ontvangen en wordt aan het platform doorgegeven. U kunt deze pagina sluiten.',
    quota_full:
      'Bedankt voor uw interesse. De enquête heeft al genoeg deelnemers. Uw deelname is ontvangen en wordt aan het platform doorgegeven. U kunt deze pagina sluiten.',
    screenout:
      'Bedankt voor uw tijd. Deze enquête is bedoeld voor andere deelnemers. Uw deelname is ontvangen en wordt aan het platform doorgegeven. U kunt deze pagina sluiten.',
  },
  confirmed: {
    complete:
      'Bedankt voor het invullen van de enquête. Uw deelname is geregistreerd. U kunt deze pagina sluiten.',
    fail: 'Bedankt voor uw tijd. De enquête eindigt hier. Uw deelname is geregistreerd. U kunt deze pagina sluiten.',
    quota_full:
      'Bedankt voor uw interesse. De enquête heeft al genoeg deelnemers. Uw deelname is geregistreerd. U kunt deze pagina sluiten.',
    screenout:
      'Bedankt voor uw tijd. Deze enquête is bedoeld voor andere deelnemers. Uw deelname is geregistreerd. U kunt deze pagina sluiten.',
  },
  testRun: 'Dit is een test. Er is niets verstuurd.',
  finish: 'Afronden',
  retry: 'Opnieuw proberen',
  leave: 'Afronden op het platform',

  checking: 'De verbinding met uw kluis wordt gecontroleerd.',
  disconnected: 'Uw kluis is niet verbonden.',
  denied: 'U hebt geweigerd. Uw kluis is niet verbonden.',
  connecting: 'Er wordt verbinding gemaakt. Als er een venster is geopend, ga dan daar verder.',
  connected: 'Uw kluis is verbonden.',
  reconnect: 'De verbinding met uw kluis is beëindigd. Verbind uw kluis opnieuw.',
  failed: 'Dat is niet gelukt. Probeer het opnieuw.',
  connect: 'Mijn kluis verbinden',
  disconnect: 'Verbinding verbreken',

  pushing: 'Uw antwoorden worden in uw kluis opgeslagen.',
  pushed: 'Uw antwoorden zijn in uw kluis opgeslagen.',
  refused: 'Uw antwoorden zijn niet geaccepteerd.',
  unconnected: 'Nog niet opgeslagen. Verbind eerst uw kluis.',
  busy: 'Nog niet opgeslagen. Probeer het {when} opnieuw.',
  unsaved: 'Uw antwoorden zijn niet opgeslagen. Probeer het opnieuw.',
  unanswered: 'We konden niet nagaan of uw antwoorden zijn opgeslagen. Probeer het opnieuw.',
} satisfies Messages;
