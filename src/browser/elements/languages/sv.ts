import type { Messages } from '../message-types.ts';

export default {
  waiting: 'Du är nästan klar. Tryck på knappen för att avsluta.',
  expired: 'Din länk kan ha gått ut. Tryck på knappen för att försöka ändå.',
  reporting: 'Ditt deltagande rapporteras till marknadsplatsen. Håll den här sidan öppen.',
  unknown:
    'Inte bekräftat än. Vi fortsätter att försöka. Håll den här sidan öppen eller tryck på en knapp.',
  rejected:
    'Marknadsplatsen godtog inte ditt deltagande. Din länk kan ha gått ut eller redan ha använts.',
  probablyRecorded:
    'Ditt deltagande har med största sannolikhet redan registrerats. Du kan stänga den här sidan.',
  misconfigured:
    'Ditt deltagande finns kvar i webbläsaren men har inte kunnat skickas än. Håll den här sidan öppen och kontakta dem som ansvarar för enkäten.',
  accepted: {
    complete:
      'Tack för att du har slutfört enkäten. Ditt deltagande har tagits emot och rapporteras till marknadsplatsen. Du kan stänga den här sidan.',
    fail: 'Tack för din tid. Enkäten slutar här. Ditt deltagande har tagits emot och rapporteras till marknadsplatsen. Du kan stänga den här sidan.',
    quota_full:
      'Tack för ditt intresse. Enkäten har redan tillräckligt många deltagare. Ditt deltagande har tagits emot och rapporteras till marknadsplatsen. Du kan stänga den här sidan.',
    screenout:
      'Tack för din tid. Den här enkäten riktar sig till andra deltagare. Ditt deltagande har tagits emot och rapporteras till marknadsplatsen. Du kan stänga den här sidan.',
  },
  confirmed: {
    complete:
      'Tack för att du har slutfört enkäten. Ditt deltagande har registrerats. Du kan stänga den här sidan.',
    fail: 'Tack för din tid. Enkäten slutar här. Ditt deltagande har registrerats. Du kan stänga den här sidan.',
    quota_full:
      'Tack för ditt intresse. Enkäten har redan tillräckligt många deltagare. Ditt deltagande har registrerats. Du kan stänga den här sidan.',
    screenout:
      'Tack för din tid. Den här enkäten riktar sig till andra deltagare. Ditt deltagande har registrerats. Du kan stänga den här sidan.',
  },
  testRun: 'Det här är ett test. Inget har skickats.',
  finish: 'Avsluta',
  retry: 'Försök igen',
  leave: 'Avsluta på marknadsplatsen',

  checking: 'Anslutningen till ditt valv kontrolleras.',
  disconnected: 'Ditt valv är inte anslutet.',
  denied: 'Du tackade nej. Ditt valv är inte anslutet.',
  connecting: 'Ansluter. Om ett fönster har öppnats, fortsätt där.',
  connected: 'Ditt valv är anslutet.',
  reconnect: 'Anslutningen till ditt valv har upphört. Anslut det igen.',
  failed: 'Det gick inte. Försök igen.',
  connect: 'Anslut mitt valv',
  disconnect: 'Koppla från',

  pushing: 'Dina svar sparas i ditt valv.',
  pushed: 'Dina svar har sparats i ditt valv.',
  refused: 'Dina svar godtogs inte.',
  unconnected: 'Inte sparat än. Anslut ditt valv först.',
  busy: 'Inte sparat än. Försök igen {when}.',
  unsaved: 'Dina svar har inte sparats. Försök igen.',
  unanswered: 'Vi kunde inte ta reda på om dina svar har sparats. Försök igen.',
} satisfies Messages;
