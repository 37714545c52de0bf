import type { Messages } from '../message-types.ts';

export default {
  waiting: 'Nasa dulo na po kayo. Pakipindot ang button para tapusin.',
  expired: 'Maaaring nag-expire na ang inyong link. Pakipindot ang button para subukan pa rin.',
  reporting:
    'Ipinapaalam sa marketplace ang inyong paglahok. Pakipanatiling bukas ang page na ito.',
  unknown:
    'Hindi pa nakukumpirma. Patuloy naming sinusubukan. Pakipanatiling bukas ang page na ito, o pumindot ng button.',
  rejected:
    'Hindi tinanggap ng marketplace ang inyong paglahok. Maaaring nag-expire na o nagamit na ang inyong link.',
  probablyRecorded:
    'Malamang na naitala na ang inyong paglahok. Maaari na ninyong isara ang page na ito.',
  misconfigured:
    'Nakatago sa browser na ito ang inyong paglahok pero hindi pa maipadala. Pakipanatiling bukas ang page na ito at ipaalam sa mga nagpapatakbo ng survey.',
  accepted: {
    complete:
      'Salamat po sa pagkumpleto ng survey. Natanggap na ang inyong paglahok at ipapaalam ito sa marketplace. Maaari na ninyong isara ang page na ito.',
    fail: 'Salamat po sa inyong oras. Dito nagtatapos ang survey. Natanggap na ang inyong paglahok at ipapaalam ito sa marketplace. Maaari na ninyong isara ang page na ito.',
    quota_full:
      'Salamat po sa inyong interes. Sapat na ang mga kalahok sa survey. Natanggap na ang inyong paglahok at ipapaalam ito sa marketplace. Maaari na ninyong isara ang page na ito.',
    screenout:
      'Salamat po sa inyong oras. Ibang mga kalahok ang hinahanap ng survey na ito. Natanggap na ang inyong paglahok at ipapaalam ito sa marketplace. Maaari na ninyong isara ang page na ito.',
  },
  confirmed: {
    complete:
      'Salamat po sa pagkumpleto ng survey. Naitala na ang inyong paglahok. Maaari na ninyong isara ang page na ito.',
    fail: 'Salamat po sa inyong oras. Dito nagtatapos ang survey. Naitala na ang inyong paglahok. Maaari na ninyong isara ang page na ito.',
    quota_full:
      'Salamat po sa inyong interes. Sapat na ang mga kalahok sa survey. Naitala na ang inyong paglahok. Maaari na ninyong isara ang page na ito.',
    screenout:
      'Salamat po sa inyong oras. Ibang mga kalahok ang hinahanap ng survey na ito. Naitala na ang inyong paglahok. Maaari na ninyong isara ang page na ito.',
  },
  testRun: 'Pagsubok lang ito. Walang naipadala.',
  finish: 'Tapusin',
  retry: 'Subukan ulit',
  leave: 'Tapusin sa marketplace',

  checking: 'Tinitingnan ang koneksyon sa inyong vault.',
  disconnected: 'Hindi nakakonekta ang inyong vault.',
  denied: 'Tumanggi po kayo. Hindi nakakonekta ang inyong vault.',
  connecting: 'Kumokonekta. Kung may bumukas na window, pakituloy doon.',
  connected: 'Nakakonekta ang inyong vault.',
  reconnect: 'Natapos na ang koneksyon sa inyong vault. Pakikonekta itong muli.',
  failed: 'Hindi ito gumana. Pakisubukan ulit.',
  connect: 'Ikonekta ang aking vault',
  disconnect: 'Idiskonekta',

  pushing: 'Sine-save ang inyong mga sagot sa inyong vault.',
  pushed: 'Na-save na ang inyong mga sagot sa inyong vault.',
  refused: 'Hindi tinanggap ang inyong mga sagot.',
  unconnected: 'Hindi pa na-save. Pakikonekta muna ang inyong vault.',
  busy: 'Hindi pa na-save. Pakisubukan ulit {when}.',
  unsaved: 'Hindi na-save ang inyong mga sagot. Pakisubukan ulit.',
  unanswered: 'Hindi namin matiyak kung na-save ang inyong mga sagot. Pakisubukan ulit.',
} satisfies Messages;
