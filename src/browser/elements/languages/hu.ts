import type { Messages } from '../message-types.ts';

export default {
  waiting: 'A végére ért. Kérjük, nyomja meg a gombot a befejezéshez.',
  expired: 'Lehet, hogy a linkje lejárt. Kérjük, nyomja meg a gombot, ha mégis megpróbálná.',
  reporting: 'Részvételét jelentjük a piactérnek. Kérjük, hagyja nyitva ezt az oldalt.',
  unknown:
    'Még nincs megerősítve. Kérjük, hagyja nyitva ezt az oldalt, vagy nyomjon meg egy gombot.',
  rejected:
    'A piactér nem fogadta el a részvételét. Lehet, hogy a linkje lejárt, vagy már felhasználták.',
  probablyRecorded: 'Részvételét nagy valószínűséggel már rögzítettük. Bezárhatja ezt az oldalt.',
  misconfigured:
    'Részvételét ez a böngésző megőrzi, de még nem lehetett elküldeni. Kérjük, hagyja nyitva ezt az oldalt, és szóljon a felmérés szervezőinek.',
  accepted: {
    complete:
      'Köszönjük, hogy kitöltötte a felmérést. Részvételét megkaptuk, és jelentjük a piactérnek. Bezárhatja ezt az oldalt.',
    fail: 'Köszönjük az idejét. A felmérés itt véget ér. Részvételét megkaptuk, és jelentjük a piactérnek. Bezárhatja ezt az oldalt.',
    quota_full:
      'Köszönjük az érdeklődését. A felmérésnek már van elég résztvevője. Részvételét megkaptuk, és jelentjük a piactérnek. Bezárhatja ezt az oldalt.',
    screenout:
      'Köszönjük az idejét. Ez a felmérés más résztvevőknek szól. Részvételét megkaptuk, és jelentjük a piactérnek. Bezárhatja ezt az oldalt.',
  },
  confirmed: {
    complete:
      'Köszönjük, hogy kitöltötte a felmérést. Részvételét rögzítettük. Bezárhatja ezt az oldalt.',
    fail: 'Köszönjük az idejét. A felmérés itt véget ér. Részvételét rögzítettük. Bezárhatja ezt az oldalt.',
    quota_full:
      'Köszönjük az érdeklődését. A felmérésnek már van elég résztvevője. Részvételét rögzítettük. Bezárhatja ezt az oldalt.',
    screenout:
      'Köszönjük az idejét. Ez a felmérés más résztvevőknek szól. Részvételét rögzítettük. Bezárhatja ezt az oldalt.',
  },
  testRun: 'Ez egy teszt. Semmit sem küldtünk el.',
  finish: 'Befejezés',
  retry: 'Újrapróbálás',
  leave: 'Befejezés a piactéren',

  checking: 'Ellenőrizzük a kapcsolatot a széfjével.',
  disconnected: 'A széfje nincs csatlakoztatva.',
  denied: 'Ön nem járult hozzá. A széfje nincs csatlakoztatva.',
  connecting: 'Csatlakozunk. Ha megnyílt egy ablak, kérjük, ott folytassa.',
  connected: 'A széfje csatlakoztatva van.',
  reconnect: 'A kapcsolat a széfjével megszűnt. Kérjük, csatlakoztassa újra.',
  failed: 'Nem sikerült. Kérjük, próbálja újra.',
  connect: 'Széfem csatlakoztatása',
  disconnect: 'Leválasztás',

  pushing: 'Mentjük a válaszait a széfjébe.',
  pushed: 'A válaszait elmentettük a széfjébe.',
  refused: 'A válaszait nem fogadták el.',
  unconnected: 'Még nincs mentve. Kérjük, előbb csatlakoztassa a széfjét.',
  busy: 'Még nincs mentve. Kérjük, próbálja újra {when}.',
  unsaved: 'A válaszait nem mentettük el. Kérjük, próbálja újra.',
  unanswered: 'Nem tudtuk megállapítani, hogy a válaszait elmentettük-e. Kérjük, próbálja újra.',
} satisfies Messages;
