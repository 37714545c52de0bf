import type { Messages } from '../message-types.ts';

export default {
  waiting: 'Chegou ao fim. Prima o botão para concluir.',
  expired: 'A sua ligação pode ter expirado. Prima o botão para tentar mesmo assim.',
  reporting: 'A comunicar a sua participação à plataforma. Mantenha esta página aberta.',
  unknown:
    'Ainda não confirmado. Continuamos a tentar. Mantenha esta página aberta ou prima um botão.',
  rejected:
    'A plataforma não aceitou a sua participação. A sua ligação pode ter expirado ou já ter sido usada.',
  probablyRecorded:
    'Muito provavelmente, a sua participação já foi registada. Já pode fechar esta página.',
  misconfigured:
    'A sua participação está guardada neste navegador, mas ainda não pôde ser enviada. Mantenha esta página aberta e avise os responsáveis pelo inquérito.',
  accepted: {
    complete:
      'Agradecemos ter concluído o inquérito. A sua participação foi recebida e será comunicada à plataforma. Já pode fechar esta página.',
    fail: 'Agradecemos o seu tempo. O inquérito termina aqui. A sua participação foi recebida e será comunicada à plataforma. Já pode fechar esta página.',
    quota_full:
      'Agradecemos o seu interesse. O inquérito já tem participantes suficientes. A sua participação foi recebida e será comunicada à plataforma. Já pode fechar esta página.',
    screenout:
      'Agradecemos o seu tempo. Este inquérito procura outro perfil de participantes. A sua participação foi recebida e será comunicada à plataforma. Já pode fechar esta página.',
  },
  confirmed: {
    complete:
      'Agradecemos ter concluído o inquérito. A sua participação foi registada. Já pode fechar esta página.',
    fail: 'Agradecemos o seu tempo. O inquérito termina aqui. A sua participação foi registada. Já pode fechar esta página.',
    quota_full:
      'Agradecemos o seu interesse. O inquérito já tem participantes suficientes. A sua participação foi registada. Já pode fechar esta página.',
    screenout:
      'Agradecemos o seu tempo. Este inquérito procura outro perfil de participantes. A sua participação foi registada. Já pode fechar esta página.',
  },
  testRun: 'Isto é um teste. Nada foi enviado.',
  finish: 'Concluir',
  retry: 'Tentar novamente',
  leave: 'Concluir na plataforma',

  checking: 'A verificar a associação ao seu cofre.',
  disconnected: 'O seu cofre não está associado.',
  denied: 'Recusou a associação. O seu cofre não está associado.',
  connecting: 'A associar. Caso se tenha aberto uma janela, continue aí.',
  connected: 'O seu cofre está associado.',
  reconnect: 'A associação ao seu cofre terminou. Associe-o novamente.',
  failed: 'Não resultou. Tente novamente.',
  connect: 'Associar o meu cofre',
  disconnect: 'Desassociar',

  pushing: 'A guardar as suas respostas no seu cofre.',
  pushed: 'As suas respostas estão guardadas no seu cofre.',
  refused: 'As suas respostas não foram aceites.',
  unconnected: 'Ainda não guardado. Associe primeiro o seu cofre.',
  busy: 'Ainda não guardado. Tente novamente {when}.',
  unsaved: 'As suas respostas não foram guardadas. Tente novamente.',
  unanswered: 'Não foi possível saber se as suas respostas foram guardadas. Tente novamente.',
} satisfies Messages;
