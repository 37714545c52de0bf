import type { Messages } from '../message-types.ts';

export default {
  waiting: 'Jste na konci. Dokončete stisknutím tlačítka.',
  expired: 'Platnost odkazu možná vypršela. Stisknutím tlačítka to přesto zkusíte.',
  reporting: 'Oznamujeme vaši účast tržišti. Nechte tuto stránku otevřenou.',
  unknown:
    'Zatím nepotvrzeno. Zkoušíme to dál. Nechte tuto stránku otevřenou nebo stiskněte některé tlačítko.',
  rejected: 'Tržiště vaši účast nepřijalo. Platnost odkazu možná vypršela nebo už byl použit.',
  probablyRecorded:
    'Vaše účast už byla s největší pravděpodobností zaznamenána. Tuto stránku můžete zavřít.',
  misconfigured:
    'Vaše účast je uchována v tomto prohlížeči, ale zatím ji nebylo možné odeslat. Nechte tuto stránku otevřenou a obraťte se na pořadatele průzkumu.',
  accepted: {
    complete:
      'Děkujeme za dokončení průzkumu. Vaše účast byla přijata a bude oznámena tržišti. Tuto stránku můžete zavřít.',
    fail: 'Děkujeme za váš čas. Průzkum zde končí. Vaše účast byla přijata a bude oznámena tržišti. Tuto stránku můžete zavřít.',
    quota_full:
      'Děkujeme za váš zájem. Průzkum už má dost účastníků. Vaše účast byla přijata a bude oznámena tržišti. Tuto stránku můžete zavřít.',
    screenout:
      'Děkujeme za váš čas. Tento průzkum je určen jiným účastníkům. Vaše účast byla přijata a bude oznámena tržišti. Tuto stránku můžete zavřít.',
  },
  confirmed: {
    complete:
      'Děkujeme za dokončení průzkumu. Vaše účast byla zaznamenána. Tuto stránku můžete zavřít.',
    fail: 'Děkujeme za váš čas. Průzkum zde končí. Vaše účast byla zaznamenána. Tuto stránku můžete zavřít.',
    quota_full:
      'Děkujeme za váš zájem. Průzkum už má dost účastníků. Vaše účast byla zaznamenána. Tuto stránku můžete zavřít.',
    screenout:
      'Děkujeme za váš čas. Tento průzkum je určen jiným účastníkům. Vaše účast byla zaznamenána. Tuto stránku můžete zavřít.',
  },
  testRun: 'Toto je test. Nic nebylo odesláno.',
  finish: 'Dokončit',
  retry: 'Zkusit znovu',
  leave: 'Dokončit na tržišti',

  checking: 'Ověřujeme připojení k vašemu trezoru.',
  disconnected: 'Váš trezor není připojen.',
  denied: 'Připojení jste odmítli. Váš trezor není připojen.',
  connecting: 'Připojujeme. Pokud se otevřelo okno, pokračujte v něm.',
  connected: 'Váš trezor je připojen.',
  reconnect: 'Připojení k vašemu trezoru skončilo. Připojte ho znovu.',
  failed: 'Nepodařilo se to. Zkuste to znovu.',
  connect: 'Připojit můj trezor',
  disconnect: 'Odpojit',

  pushing: 'Ukládáme vaše odpovědi do trezoru.',
  pushed: 'Vaše odpovědi jsou uloženy v trezoru.',
  refused: 'Vaše odpovědi nebyly přijaty.',
  unconnected: 'Zatím neuloženo. Nejprve připojte svůj trezor.',
  busy: 'Zatím neuloženo. Zkuste to znovu {when}.',
  unsaved: 'Vaše odpovědi nebyly uloženy. Zkuste to znovu.',
  unanswered: 'Nepodařilo se zjistit, zda byly vaše odpovědi uloženy. Zkuste to znovu.',
} satisfies Messages;
