import type { Messages } from '../message-types.ts';

export default {
  waiting: 'Melkein valmista. Viimeistele painamalla painiketta.',
  expired: 'Linkkisi on ehkä vanhentunut. Yritä silti painamalla painiketta.',
  reporting: 'Osallistumisestasi ilmoitetaan markkinapaikalle. Pidä tämä sivu auki.',
  unknown:
    'Ei vielä vahvistettu. Yritämme edelleen. Pidä tämä sivu auki tai paina jotakin painiketta.',
  rejected:
    'Markkinapaikka ei hyväksynyt osallistumistasi. Linkkisi on ehkä vanhentunut tai jo käytetty.',
  probablyRecorded:
    'Osallistumisesi on hyvin todennäköisesti jo kirjattu. Voit sulkea tämän sivun.',
  misconfigured:
    'Osallistumisesi on tallessa tässä selaimessa, mutta sitä ei ole vielä voitu lähettää. Pidä tämä sivu auki ja ilmoita asiasta kyselyn järjestäjälle.',
  accepted: {
    complete:
      'Kiitos, että vastasit koko kyselyyn. Osallistumisesi on vastaanotettu, ja siitä ilmoitetaan markkinapaikalle. Voit sulkea tämän sivun.',
    fail: 'Kiitos ajastasi. Kysely päättyy tähän. Osallistumisesi on vastaanotettu, ja siitä ilmoitetaan markkinapaikalle. Voit sulkea tämän sivun.',
    quota_full:
      'Kiitos kiinnostuksestasi. Kyselyssä on jo tarpeeksi osallistujia. Osallistumisesi on vastaanotettu, ja siitä ilmoitetaan markkinapaikalle. Voit sulkea tämän sivun.',
    screenout:
      'Kiitos ajastasi. Tämä kysely on suunnattu muille osallistujille. Osallistumisesi on vastaanotettu, ja siitä ilmoitetaan markkinapaikalle. Voit sulkea tämän sivun.',
  },
  confirmed: {
    complete:
      'Kiitos, että vastasit koko kyselyyn. Osallistumisesi on kirjattu. Voit sulkea tämän sivun.',
    fail: 'Kiitos ajastasi. Kysely päättyy tähän. Osallistumisesi on kirjattu. Voit sulkea tämän sivun.',
    quota_full:
      'Kiitos kiinnostuksestasi. Kyselyssä on jo tarpeeksi osallistujia. Osallistumisesi on kirjattu. Voit sulkea tämän sivun.',
    screenout:
      'Kiitos ajastasi. Tämä kysely on suunnattu muille osallistujille. Osallistumisesi on kirjattu. Voit sulkea tämän sivun.',
  },
  testRun: 'Tämä on testi. Mitään ei lähetetty.',
  finish: 'Viimeistele',
  retry: 'Yritä uudelleen',
  leave: 'Viimeistele markkinapaikalla',

  checking: 'Tarkistetaan yhteyttä holviisi.',
  disconnected: 'Holviasi ei ole yhdistetty.',
  denied: 'Et antanut lupaa. Holviasi ei ole yhdistetty.',
  connecting: 'Yhdistetään. Jos ikkuna avautui, jatka siellä.',
  connected: 'Holvisi on yhdistetty.',
  reconnect: 'Yhteys holviisi on päättynyt. Yhdistä se uudelleen.',
  failed: 'Se ei onnistunut. Yritä uudelleen.',
  connect: 'Yhdistä holvini',
  disconnect: 'Katkaise yhteys',

  pushing: 'Vastauksiasi tallennetaan holviisi.',
  pushed: 'Vastauksesi on tallennettu holviisi.',
  refused: 'Vastauksiasi ei hyväksytty.',
  unconnected: 'Ei vielä tallennettu. Yhdistä ensin holvisi.',
  busy: 'Ei vielä tallennettu. Yritä uudelleen {when}.',
  unsaved: 'Vastauksiasi ei tallennettu. Yritä uudelleen.',
  unanswered: 'Emme saaneet selville, tallennettiinko vastauksesi. Yritä uudelleen.',
} satisfies Messages;
