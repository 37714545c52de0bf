import type { Messages } from '../message-types.ts';

export default {
  waiting: 'Du er kommet til slutten. Trykk på knappen for å fullføre.',
  expired: 'Lenken din kan ha utløpt. Trykk på knappen for å prøve likevel.',
  reporting: 'Deltakelsen din meldes til markedsplassen. Hold denne siden åpen.',
  unknown:
    'Ikke bekreftet ennå. Vi fortsetter å prøve. Hold denne siden åpen, eller trykk på en knapp.',
  rejected:
    'Markedsplassen godtok ikke deltakelsen din. Lenken din kan ha utløpt eller allerede være brukt.',
  probablyRecorded:
    'Deltakelsen din er høyst sannsynlig allerede registrert. Du kan lukke denne siden.',
  misconfigured:
    'Deltakelsen din er tatt vare på i denne nettleseren, men kunne ikke sendes ennå. Hold denne siden åpen, og kontakt dem som står bak undersøkelsen.',
  accepted: {
    complete:
      'Takk for at du fullførte undersøkelsen. Deltakelsen din er mottatt og blir meldt til markedsplassen. Du kan lukke denne siden.',
    fail: 'Takk for tiden din. Undersøkelsen slutter her. Deltakelsen din er mottatt og blir meldt til markedsplassen. Du kan lukke denne siden.',
    quota_full:
      'Takk for interessen. Undersøkelsen har allerede nok deltakere. Deltakelsen din er mottatt og blir meldt til markedsplassen. Du kan lukke denne siden.',
    screenout:
      'Takk for tiden din. Denne undersøkelsen retter seg mot andre deltakere. Deltakelsen din er mottatt og blir meldt til markedsplassen. Du kan lukke denne siden.',
  },
  confirmed: {
    complete:
      'Takk for at du fullførte undersøkelsen. Deltakelsen din er registrert. Du kan lukke denne siden.',
    fail: 'Takk for tiden din. Undersøkelsen slutter her. Deltakelsen din er registrert. Du kan lukke denne siden.',
    quota_full:
      'Takk for interessen. Undersøkelsen har allerede nok deltakere. Deltakelsen din er registrert. Du kan lukke denne siden.',
    screenout:
      'Takk for tiden din. Denne undersøkelsen retter seg mot andre deltakere. Deltakelsen din er registrert. Du kan lukke denne siden.',
  },
  testRun: 'Dette er en test. Ingenting er sendt.',
  finish: 'Fullfør',
  retry: 'Prøv igjen',
  leave: 'Fullfør på markedsplassen',

  checking: 'Tilkoblingen til hvelvet ditt kontrolleres.',
  disconnected: 'Hvelvet ditt er ikke tilkoblet.',
  denied: 'Du takket nei. Hvelvet ditt er ikke tilkoblet.',
  connecting: 'Kobler til. Hvis et vindu har åpnet seg, fortsett der.',
  connected: 'Hvelvet ditt er tilkoblet.',
  reconnect: 'Tilkoblingen til hvelvet ditt er avsluttet. Koble det til igjen.',
  failed: 'Det gikk ikke. Prøv igjen.',
  connect: 'Koble til hvelvet mitt',
  disconnect: 'Koble fra',

  pushing: 'Svarene dine lagres i hvelvet ditt.',
  pushed: 'Svarene dine er lagret i hvelvet ditt.',
  refused: 'Svarene dine ble ikke godtatt.',
  unconnected: 'Ikke lagret ennå. Koble til hvelvet ditt først.',
  busy: 'Ikke lagret ennå. Prøv igjen {when}.',
  unsaved: 'Svarene dine ble ikke lagret. Prøv igjen.',
  unanswered: 'Vi kunne ikke finne ut om svarene dine ble lagret. Prøv igjen.',
} satisfies Messages;
