import type { VaultErrorCode } from '../../../protocol/index.ts';
import type { RouteRequest } from '../route-request.ts';

/** A heading and a sentence, which may have placeholders in braces. */
type Text = readonly [title: string, sentence: string];

/** Topic of a page. */
export type PageTopic =
  | 'asking'
  | 'continuing'
  | 'connected'
  | 'denied'
  | 'late'
  | 'elsewhere'
  | 'signedOut'
  | 'otherUser'
  | 'later'
  | 'broken';

/** All texts of the pages in one language. */
export type Messages = Readonly<Record<PageTopic, Text>> & {
  readonly goOn: string;
  readonly again: string;
  readonly back: string;
};

const MESSAGES = {
  en: {
    asking: [
      'Connect your vault?',
      'A link led you here. If you continue, {site} connects your account with the vault that is signed in at {service}. If you did not want this, close this page.',
    ],
    continuing: [
      'One moment',
      'You are on your way back to {site}. If nothing happens, continue here.',
    ],
    connected: ['You are connected', 'You can close this window and go on where you were.'],
    denied: [
      'Nothing was connected',
      'You said no, and nothing was shared. You can close this window.',
    ],
    late: [
      'This link no longer works',
      'It took too long, or the link was used before. Start again to connect.',
    ],
    elsewhere: [
      'We do not recognise this browser',
      'Start again, and stay in this browser until you are back. Cookies have to be allowed.',
    ],
    signedOut: ['You are not signed in', 'Sign in on this site, then start again to connect.'],
    otherUser: [
      'Another user is signed in',
      'Someone else on this site started to connect. Nothing was connected. If you want to connect your own vault, start again.',
    ],
    later: ['That did not work this time', 'Nothing was connected. Please try again in a moment.'],
    broken: [
      'This cannot work as it is',
      'Nothing was connected, and there is nothing that you did wrong. Please tell the people behind this site.',
    ],
    goOn: 'Continue',
    again: 'Start again',
    back: 'Back to the page',
  },
  de: {
    asking: [
      'Tresor verbinden?',
      'Ein Link hat Sie hierher geführt. Wenn Sie fortfahren, verbindet {site} Ihr Konto mit dem Tresor, der bei {service} angemeldet ist. Wenn Sie das nicht wollten, schließen Sie diese Seite.',
    ],
    continuing: [
      'Einen Moment',
      'Sie sind auf dem Weg zurück zu {site}. Wenn nichts geschieht, fahren Sie hier fort.',
    ],
    connected: [
      'Die Verbindung steht',
      'Sie können dieses Fenster schließen und weitermachen, wo Sie waren.',
    ],
    denied: [
      'Es wurde nichts verbunden',
      'Sie haben abgelehnt, und nichts wurde geteilt. Sie können dieses Fenster schließen.',
    ],
    late: [
      'Dieser Link gilt nicht mehr',
      'Es hat zu lange gedauert, oder der Link wurde schon benutzt. Beginnen Sie neu, um die Verbindung herzustellen.',
    ],
    elsewhere: [
      'Wir erkennen diesen Browser nicht',
      'Beginnen Sie neu und bleiben Sie in diesem Browser, bis Sie zurück sind. Cookies müssen erlaubt sein.',
    ],
    signedOut: [
      'Sie sind nicht angemeldet',
      'Melden Sie sich auf dieser Website an und beginnen Sie dann neu, um die Verbindung herzustellen.',
    ],
    otherUser: [
      'Es ist jemand anderes angemeldet',
      'Eine andere Person hat auf dieser Website begonnen, sich zu verbinden. Es wurde nichts verbunden. Wenn Sie Ihren eigenen Tresor verbinden möchten, beginnen Sie neu.',
    ],
    later: [
      'Das hat diesmal nicht geklappt',
      'Es wurde nichts verbunden. Bitte versuchen Sie es gleich noch einmal.',
    ],
    broken: [
      'So kann das nicht gehen',
      'Es wurde nichts verbunden, und Sie haben nichts falsch gemacht. Bitte sagen Sie den Betreibern dieser Seite Bescheid.',
    ],
    goOn: 'Fortfahren',
    again: 'Neu beginnen',
    back: 'Zurück zur Seite',
  },
  es: {
    asking: [
      '¿Conectar su bóveda?',
      'Un enlace le ha traído aquí. Si continúa, {site} conectará su cuenta con la bóveda que tiene la sesión iniciada en {service}. Si no quería hacerlo, cierre esta página.',
    ],
    continuing: ['Un momento', 'Está volviendo a {site}. Si no ocurre nada, continúe aquí.'],
    connected: ['La conexión está lista', 'Puede cerrar esta ventana y seguir donde estaba.'],
    denied: [
      'No se ha conectado nada',
      'Ha dicho que no y no se ha compartido nada. Puede cerrar esta ventana.',
    ],
    late: [
      'Este enlace ya no es válido',
      'Ha tardado demasiado o el enlace ya se había usado. Empiece de nuevo para conectarse.',
    ],
    elsewhere: [
      'No reconocemos este navegador',
      'Empiece de nuevo y no cambie de navegador hasta volver. Las cookies deben estar permitidas.',
    ],
    signedOut: [
      'No ha iniciado sesión',
      'Inicie sesión en este sitio y empiece de nuevo para conectarse.',
    ],
    otherUser: [
      'Otra persona ha iniciado sesión',
      'Otra persona empezó a conectarse en este sitio. No se ha conectado nada. Si quiere conectar su propia bóveda, empiece de nuevo.',
    ],
    later: [
      'Esta vez no ha funcionado',
      'No se ha conectado nada. Inténtelo de nuevo dentro de un momento.',
    ],
    broken: [
      'Así no puede funcionar',
      'No se ha conectado nada y usted no ha hecho nada mal. Avise, por favor, a los responsables de este sitio.',
    ],
    goOn: 'Continuar',
    again: 'Empezar de nuevo',
    back: 'Volver a la página',
  },
  fr: {
    asking: [
      'Connecter votre coffre ?',
      'Un lien vous a mené ici. Si vous continuez, {site} connectera votre compte au coffre identifié chez {service}. Si vous ne le vouliez pas, fermez cette page.',
    ],
    continuing: ['Un instant', 'Vous retournez sur {site}. Si rien ne se passe, continuez ici.'],
    connected: [
      'La connexion est établie',
      'Vous pouvez fermer cette fenêtre et reprendre là où vous en étiez.',
    ],
    denied: [
      'Rien n’a été connecté',
      'Vous avez refusé et rien n’a été partagé. Vous pouvez fermer cette fenêtre.',
    ],
    late: [
      'Ce lien n’est plus valable',
      'Cela a pris trop de temps, ou le lien a déjà servi. Recommencez pour vous connecter.',
    ],
    elsewhere: [
      'Nous ne reconnaissons pas ce navigateur',
      'Recommencez et restez dans ce navigateur jusqu’à votre retour. Les cookies doivent être autorisés.',
    ],
    signedOut: [
      'Vous n’êtes pas connecté à votre compte',
      'Identifiez-vous sur ce site, puis recommencez pour établir la connexion.',
    ],
    otherUser: [
      'Un autre utilisateur est connecté',
      'Une autre personne a commencé la connexion sur ce site. Rien n’a été connecté. Si vous voulez connecter votre propre coffre, recommencez.',
    ],
    later: [
      'Cela n’a pas fonctionné cette fois',
      'Rien n’a été connecté. Veuillez réessayer dans un instant.',
    ],
    broken: [
      'Cela ne peut pas fonctionner ainsi',
      'Rien n’a été connecté et vous n’avez rien fait de mal. Veuillez prévenir les responsables de ce site.',
    ],
    goOn: 'Continuer',
    again: 'Recommencer',
    back: 'Retour à la page',
  },
  pt: {
    asking: [
      'Ligar o seu cofre?',
      'Um link trouxe-o até aqui. Se continuar, {site} liga a sua conta ao cofre que tem sessão iniciada em {service}. Se não queria isto, feche esta página.',
    ],
    continuing: ['Um momento', 'Está a regressar a {site}. Se nada acontecer, continue aqui.'],
    connected: ['A ligação está feita', 'Pode fechar esta janela e continuar onde estava.'],
    denied: ['Nada foi ligado', 'Disse que não e nada foi partilhado. Pode fechar esta janela.'],
    late: [
      'Este link já não é válido',
      'Demorou demasiado ou o link já foi usado. Comece de novo para fazer a ligação.',
    ],
    elsewhere: [
      'Não reconhecemos este navegador',
      'Comece de novo e não mude de navegador até voltar. Os cookies têm de estar permitidos.',
    ],
    signedOut: [
      'Não iniciou sessão',
      'Inicie sessão neste site e comece de novo para fazer a ligação.',
    ],
    otherUser: [
      'Outra pessoa tem sessão iniciada',
      'Outra pessoa começou a ligação neste site. Nada foi ligado. Se quiser ligar o seu próprio cofre, comece de novo.',
    ],
    later: ['Desta vez não funcionou', 'Nada foi ligado. Tente de novo dentro de momentos.'],
    broken: [
      'Assim não pode funcionar',
      'Nada foi ligado e não fez nada de errado. Avise, por favor, os responsáveis por este site.',
    ],
    goOn: 'Continuar',
    again: 'Começar de novo',
    back: 'Voltar à página',
  },
  ar: {
    asking: [
      'هل تريد توصيل خزنتك؟',
      'لقد أوصلك رابط إلى هنا. إذا تابعت، فسيوصّل {site} حسابك بالخزنة التي سُجّل الدخول إليها في {service}. إذا لم ترغب في ذلك، فأغلق هذه الصفحة.',
    ],
    continuing: ['لحظة من فضلك', 'أنت في طريق العودة إلى {site}. إذا لم يحدث شيء، فتابع من هنا.'],
    connected: ['تم الاتصال', 'يمكنك إغلاق هذه النافذة والمتابعة من حيث كنت.'],
    denied: ['لم يتم أي اتصال', 'لقد رفضت، ولم تتم مشاركة أي شيء. يمكنك إغلاق هذه النافذة.'],
    late: [
      'لم يعد هذا الرابط صالحًا',
      'استغرق الأمر وقتًا طويلًا أو استُخدم الرابط من قبل. ابدأ من جديد للاتصال.',
    ],
    elsewhere: [
      'لا نتعرف على هذا المتصفح',
      'ابدأ من جديد وابقَ في هذا المتصفح حتى تعود. يجب السماح بملفات تعريف الارتباط.',
    ],
    signedOut: ['لم تسجّل الدخول', 'سجّل الدخول إلى هذا الموقع، ثم ابدأ من جديد للاتصال.'],
    otherUser: [
      'مستخدم آخر سجّل الدخول',
      'بدأ شخص آخر الاتصال على هذا الموقع. لم يتم أي اتصال. إذا أردت توصيل خزنتك، فابدأ من جديد.',
    ],
    later: ['لم ينجح ذلك هذه المرة', 'لم يتم أي اتصال. يُرجى المحاولة مرة أخرى بعد قليل.'],
    broken: [
      'لا يمكن أن يعمل هذا هكذا',
      'لم يتم أي اتصال، ولم ترتكب أي خطأ. يُرجى إبلاغ القائمين على هذا الموقع.',
    ],
    goOn: 'متابعة',
    again: 'البدء من جديد',
    back: 'العودة إلى الصفحة',
  },
} as const satisfies Record<string, Messages>;

type Language = keyof typeof MESSAGES;

/** Returns the topic of the page for an error code. */
export function topicOf(code: VaultErrorCode): PageTopic {
  switch (code) {
    case 'access_denied':
      return 'denied';
    case 'state_expired':
    case 'reconnect_required':
      return 'late';
    case 'state_mismatch':
    case 'state_missing':
      return 'elsewhere';
    case 'subject_missing':
      return 'signedOut';
    case 'subject_mismatch':
      return 'otherUser';
    case 'configuration_error':
    case 'invalid_request':
      return 'broken';
    default:
      return 'later';
  }
}

/** Returns the first supported language of the user; else English. @see RFC 9110 section 12.5.4 */
export function languageOf({ header }: RouteRequest): Language {
  for (const wanted of (header('accept-language') ?? '').split(',')) {
    const language = wanted.trim().slice(0, 2).toLowerCase();
    if (Object.hasOwn(MESSAGES, language)) return language as Language;
  }
  return 'en';
}

/** Returns the texts of a language. */
export const messagesIn = (language: Language): Messages => MESSAGES[language];
