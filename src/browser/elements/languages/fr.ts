import type { Messages } from '../message-types.ts';

export default {
  waiting: 'Vous y êtes presque. Veuillez appuyer sur le bouton pour terminer.',
  expired: 'Votre lien a peut-être expiré. Veuillez appuyer sur le bouton pour essayer quand même.',
  reporting:
    'Votre participation est en cours de transmission à la place de marché. Veuillez garder cette page ouverte.',
  unknown:
    'Pas encore confirmé. Nous continuons d’essayer. Veuillez garder cette page ouverte ou appuyer sur un bouton.',
  rejected:
    'La place de marché n’a pas accepté votre participation. Votre lien a peut-être expiré ou déjà servi.',
  probablyRecorded:
    'Votre participation a très probablement déjà été enregistrée. Vous pouvez fermer cette page.',
  misconfigured:
    'Votre participation est conservée dans ce navigateur, mais n’a pas encore pu être transmise. Veuillez garder cette page ouverte et prévenir les responsables de l’enquête.',
  accepted: {
    complete:
      'Merci d’avoir répondu à l’enquête. Votre participation a été reçue et sera transmise à la place de marché. Vous pouvez fermer cette page.',
    fail: 'Merci pour votre temps. L’enquête s’arrête ici. Votre participation a été reçue et sera transmise à la place de marché. Vous pouvez fermer cette page.',
    quota_full:
      'Merci pour votre intérêt. L’enquête compte déjà suffisamment de participants. Votre participation a été reçue et sera transmise à la place de marché. Vous pouvez fermer cette page.',
    screenout:
      'Merci pour votre temps. Cette enquête s’adresse à d’autres participants. Votre participation a été reçue et sera transmise à la place de marché. Vous pouvez fermer cette page.',
  },
  confirmed: {
    complete:
      'Merci d’avoir répondu à l’enquête. Votre participation a été enregistrée. Vous pouvez fermer cette page.',
    fail: 'Merci pour votre temps. L’enquête s’arrête ici. Votre participation a été enregistrée. Vous pouvez fermer cette page.',
    quota_full:
      'Merci pour votre intérêt. L’enquête compte déjà suffisamment de participants. Votre participation a été enregistrée. Vous pouvez fermer cette page.',
    screenout:
      'Merci pour votre temps. Cette enquête s’adresse à d’autres participants. Votre participation a été enregistrée. Vous pouvez fermer cette page.',
  },
  testRun: 'Ceci est un test. Rien n’a été transmis.',
  finish: 'Terminer',
  retry: 'Réessayer',
  leave: 'Terminer sur la place de marché',

  checking: 'Vérification de la connexion à votre coffre.',
  disconnected: 'Votre coffre n’est pas connecté.',
  denied: 'Vous avez refusé. Votre coffre n’est pas connecté.',
  connecting: 'Connexion en cours. Si une fenêtre s’est ouverte, veuillez y continuer.',
  connected: 'Votre coffre est connecté.',
  reconnect: 'La connexion à votre coffre a pris fin. Veuillez le reconnecter.',
  failed: 'Cela n’a pas fonctionné. Veuillez réessayer.',
  connect: 'Connecter mon coffre',
  disconnect: 'Déconnecter',

  pushing: 'Enregistrement de vos réponses dans votre coffre.',
  pushed: 'Vos réponses sont enregistrées dans votre coffre.',
  refused: 'Vos réponses n’ont pas été acceptées.',
  unconnected: 'Pas encore enregistré. Veuillez d’abord connecter votre coffre.',
  busy: 'Pas encore enregistré. Veuillez réessayer {when}.',
  unsaved: 'Vos réponses n’ont pas été enregistrées. Veuillez réessayer.',
  unanswered:
    'Nous n’avons pas pu savoir si vos réponses ont été enregistrées. Veuillez réessayer.',
} satisfies Messages;
