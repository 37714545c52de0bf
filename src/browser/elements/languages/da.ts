import type { Messages } from '../message-types.ts';

export default {
  waiting: 'Du er nået til slutningen. Tryk på knappen for at afslutte.',
  expired: 'Dit link kan være udløbet. Tryk på knappen for at prøve alligevel.',
  reporting: 'Din deltagelse meldes til markedspladsen. Hold denne side åben.',
  unknown:
    'Endnu ikke bekræftet. Vi bliver ved med at prøve. Hold denne side åben, eller tryk på en knap.',
  rejected:
    'Markedspladsen godtog ikke din deltagelse. Dit link kan være udløbet eller allerede brugt.',
  probablyRecorded:
    'Din deltagelse er højst sandsynligt allerede registreret. Du kan lukke denne side.',
  misconfigured:
    'Din deltagelse opbevares i denne browser, men kunne endnu ikke sendes. Hold denne side åben, og kontakt dem, der står bag undersøgelsen.',
  accepted: {
    complete:
      'Tak, fordi du gennemførte undersøgelsen. Din deltagelse er modtaget og bliver meldt til markedspladsen. Du kan lukke denne side.',
    fail: 'Tak for din tid. Undersøgelsen slutter her. Din deltagelse er modtaget og bliver meldt til markedspladsen. Du kan lukke denne side.',
    quota_full:
      'Tak for din interesse. Undersøgelsen har allerede deltagere nok. Din deltagelse er modtaget og bliver meldt til markedspladsen. Du kan lukke denne side.',
    screenout:
      'Tak for din tid. Denne undersøgelse henvender sig til andre deltagere. Din deltagelse er modtaget og bliver meldt til markedspladsen. Du kan lukke denne side.',
  },
  confirmed: {
    complete:
      'Tak, fordi du gennemførte undersøgelsen. Din deltagelse er registreret. Du kan lukke denne side.',
    fail: 'Tak for din tid. Undersøgelsen slutter her. Din deltagelse er registreret. Du kan lukke denne side.',
    quota_full:
      'Tak for din interesse. Undersøgelsen har allerede deltagere nok. Din deltagelse er registreret. Du kan lukke denne side.',
    screenout:
      'Tak for din tid. Denne undersøgelse henvender sig til andre deltagere. Din deltagelse er registreret. Du kan lukke denne side.',
  },
  testRun: 'Dette er en test. Intet er sendt.',
  finish: 'Afslut',
  retry: 'Prøv igen',
  leave: 'Afslut på markedspladsen',

  checking: 'Forbindelsen til din boks kontrolleres.',
  disconnected: 'Din boks er ikke forbundet.',
  denied: 'Du sagde nej tak. Din boks er ikke forbundet.',
  connecting: 'Forbinder. Hvis et vindue er åbnet, så fortsæt der.',
  connected: 'Din boks er forbundet.',
  reconnect: 'Forbindelsen til din boks er ophørt. Forbind den igen.',
  failed: 'Det lykkedes ikke. Prøv igen.',
  connect: 'Forbind min boks',
  disconnect: 'Afbryd forbindelsen',

  pushing: 'Dine svar gemmes i din boks.',
  pushed: 'Dine svar er gemt i din boks.',
  refused: 'Dine svar blev ikke godtaget.',
  unconnected: 'Endnu ikke gemt. Forbind først din boks.',
  busy: 'Endnu ikke gemt. Prøv igen {when}.',
  unsaved: 'Dine svar blev ikke gemt. Prøv igen.',
  unanswered: 'Vi kunne ikke finde ud af, om dine svar blev gemt. Prøv igen.',
} satisfies Messages;
