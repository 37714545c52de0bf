/** What `<endlink-finish>` says, by its state and its buttons. */
export interface FinishMessages {
  waiting: string;
  reporting: string;
  confirmed: string;
  rejected: string;
  unknown: string;
  /** The service refused after an unanswered attempt. */
  probablyRecorded: string;
  missing: string;
  expired: string;
  finish: string;
  retry: string;
  /** Goes to the service's own page. */
  leave: string;
}

type Row = readonly string[];

const FIELDS = [
  'waiting',
  'reporting',
  'confirmed',
  'rejected',
  'unknown',
  'probablyRecorded',
  'missing',
  'expired',
  'finish',
  'retry',
  'leave',
] as const satisfies readonly (keyof FinishMessages)[];

const LANGUAGES: Record<string, Row> = {
  en: [
    'You are at the end. Press the button to finish.',
    'Saving that you have finished. Please keep this page open.',
    'Saved. You may close this page.',
    'The marketplace did not accept this. Your link may have been used before or have expired.',
    'Not confirmed yet. Please keep this page open, or press a button.',
    'This was most likely saved already. You may close this page.',
    'This page was opened without a link from the marketplace, so there is nothing to save.',
    'It has been over an hour. Press the button to try all the same.',
    'Finish',
    'Try again',
    'Finish at the marketplace',
  ],
  de: [
    'Sie sind am Ende. Drücken Sie den Knopf, um abzuschließen.',
    'Ihr Abschluss wird gespeichert. Bitte lassen Sie diese Seite offen.',
    'Gespeichert. Sie können diese Seite schließen.',
    'Der Marktplatz hat dies nicht angenommen. Ihr Link wurde vielleicht schon benutzt oder ist abgelaufen.',
    'Noch nicht bestätigt. Bitte lassen Sie diese Seite offen oder drücken Sie einen Knopf.',
    'Dies wurde sehr wahrscheinlich schon gespeichert. Sie können diese Seite schließen.',
    'Diese Seite wurde ohne Link vom Marktplatz geöffnet; es gibt nichts zu speichern.',
    'Es ist über eine Stunde her. Drücken Sie den Knopf, um es trotzdem zu versuchen.',
    'Abschließen',
    'Noch einmal versuchen',
    'Beim Marktplatz abschließen',
  ],
  es: [
    'Ha llegado al final. Pulse el botón para terminar.',
    'Guardando que ha terminado. Mantenga esta página abierta.',
    'Guardado. Ya puede cerrar esta página.',
    'El mercado no lo ha aceptado. Puede que su enlace ya se haya usado o haya caducado.',
    'Aún sin confirmar. Mantenga esta página abierta o pulse un botón.',
    'Lo más probable es que ya esté guardado. Puede cerrar esta página.',
    'Esta página se abrió sin un enlace del mercado, así que no hay nada que guardar.',
    'Ha pasado más de una hora. Pulse el botón para intentarlo de todos modos.',
    'Terminar',
    'Intentar de nuevo',
    'Terminar en el mercado',
  ],
  fr: [
    'Vous êtes arrivé à la fin. Appuyez sur le bouton pour terminer.',
    'Enregistrement en cours. Gardez cette page ouverte.',
    'Enregistré. Vous pouvez fermer cette page.',
    'La place de marché ne l’a pas accepté. Votre lien a peut-être déjà servi ou expiré.',
    'Pas encore confirmé. Gardez cette page ouverte ou appuyez sur un bouton.',
    'C’est très probablement déjà enregistré. Vous pouvez fermer cette page.',
    'Cette page a été ouverte sans lien de la place de marché : il n’y a rien à enregistrer.',
    'Plus d’une heure s’est écoulée. Appuyez sur le bouton pour essayer quand même.',
    'Terminer',
    'Réessayer',
    'Terminer sur la place de marché',
  ],
  pt: [
    'Chegou ao fim. Prima o botão para terminar.',
    'A guardar que terminou. Mantenha esta página aberta.',
    'Guardado. Pode fechar esta página.',
    'O mercado não aceitou. A sua ligação pode já ter sido usada ou ter expirado.',
    'Ainda não confirmado. Mantenha esta página aberta ou prima um botão.',
    'Muito provavelmente já foi guardado. Pode fechar esta página.',
    'Esta página foi aberta sem uma ligação do mercado; não há nada para guardar.',
    'Passou mais de uma hora. Prima o botão para tentar mesmo assim.',
    'Terminar',
    'Tentar de novo',
    'Terminar no mercado',
  ],
  ar: [
    'لقد وصلت إلى النهاية. اضغط على الزر للإنهاء.',
    'يجري حفظ إنهائك. يرجى إبقاء هذه الصفحة مفتوحة.',
    'تم الحفظ. يمكنك إغلاق هذه الصفحة.',
    'لم يقبل السوق ذلك. ربما استُخدم رابطك من قبل أو انتهت صلاحيته.',
    'لم يتأكد بعد. يرجى إبقاء هذه الصفحة مفتوحة أو الضغط على أحد الأزرار.',
    'على الأرجح تم الحفظ بالفعل. يمكنك إغلاق هذه الصفحة.',
    'فُتحت هذه الصفحة دون رابط من السوق، فلا يوجد ما يُحفظ.',
    'مضى أكثر من ساعة. اضغط على الزر للمحاولة على أي حال.',
    'إنهاء',
    'حاول مرة أخرى',
    'الإنهاء في السوق',
  ],
};

/** Sentences of the page that replace ours: `window.vaultlinkMessages = { en: { confirmed: '…' } }`. */
export type MessageOverrides = Record<string, Partial<FinishMessages>>;

declare global {
  interface Window {
    vaultlinkMessages?: MessageOverrides;
  }
}

/**
 * The sentences in a language, by its tag or the language alone; English where we do not speak it.
 *
 * @param tag BCP 47, such as `de-AT`
 */
export function messagesFor(tag: string): FinishMessages {
  const language = tag.toLowerCase().split('-')[0] ?? '';
  const row = LANGUAGES[language] ?? LANGUAGES.en ?? [];
  const own = window.vaultlinkMessages?.[tag] ?? window.vaultlinkMessages?.[language];
  const ours = Object.fromEntries(FIELDS.map((field, index) => [field, row[index]]));
  return { ...(ours as unknown as FinishMessages), ...own };
}

/** The language that the page names around an element, beyond shadow trees too; where it names none, that of the browser. */
export function languageOf(element: Element): string {
  const named = element.closest('[lang]')?.getAttribute('lang');
  const root = element.getRootNode();
  return named ?? (root instanceof ShadowRoot ? languageOf(root.host) : navigator.language);
}

/** Whether a language is written from right to left. */
export function isRightToLeft(tag: string): boolean {
  return /^(ar|fa|he|ur)\b/i.test(tag);
}
