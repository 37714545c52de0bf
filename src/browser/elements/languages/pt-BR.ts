import type { Messages } from '../message-types.ts';

export default {
  waiting: 'Você chegou ao fim. Pressione o botão para concluir.',
  expired: 'Seu link pode ter expirado. Pressione o botão para tentar mesmo assim.',
  reporting: 'Informando sua participação ao marketplace. Mantenha esta página aberta.',
  unknown:
    'Ainda não confirmado. Continuamos tentando. Mantenha esta página aberta ou pressione um botão.',
  rejected:
    'O marketplace não aceitou sua participação. Seu link pode ter expirado ou já ter sido usado.',
  probablyRecorded:
    'Sua participação muito provavelmente já foi registrada. Você já pode fechar esta página.',
  misconfigured:
    'Sua participação está guardada neste navegador, mas ainda não pôde ser enviada. Mantenha esta página aberta e avise os responsáveis pela pesquisa.',
  accepted: {
    complete:
      'Agradecemos por concluir a pesquisa. Sua participação foi recebida e será informada ao marketplace. Você já pode fechar esta página.',
    fail: 'Agradecemos pelo seu tempo. A pesquisa termina aqui. Sua participação foi recebida e será informada ao marketplace. Você já pode fechar esta página.',
    quota_full:
      'Agradecemos pelo seu interesse. A pesquisa já tem participantes suficientes. Sua participação foi recebida e será informada ao marketplace. Você já pode fechar esta página.',
    screenout:
      'Agradecemos pelo seu tempo. Esta pesquisa procura outro perfil de participantes. Sua participação foi recebida e será informada ao marketplace. Você já pode fechar esta página.',
  },
  confirmed: {
    complete:
      'Agradecemos por concluir a pesquisa. Sua participação foi registrada. Você já pode fechar esta página.',
    fail: 'Agradecemos pelo seu tempo. A pesquisa termina aqui. Sua participação foi registrada. Você já pode fechar esta página.',
    quota_full:
      'Agradecemos pelo seu interesse. A pesquisa já tem participantes suficientes. Sua participação foi registrada. Você já pode fechar esta página.',
    screenout:
      'Agradecemos pelo seu tempo. Esta pesquisa procura outro perfil de participantes. Sua participação foi registrada. Você já pode fechar esta página.',
  },
  testRun: 'Isto é um teste. Nada foi enviado.',
  finish: 'Concluir',
  retry: 'Tentar de novo',
  leave: 'Concluir no marketplace',

  checking: 'Verificando a conexão com seu cofre.',
  disconnected: 'Seu cofre não está conectado.',
  denied: 'Você recusou. Seu cofre não está conectado.',
  connecting: 'Conectando. Se uma janela se abriu, continue nela.',
  connected: 'Seu cofre está conectado.',
  reconnect: 'A conexão com seu cofre foi encerrada. Conecte-o de novo.',
  failed: 'Não funcionou. Tente de novo.',
  connect: 'Conectar meu cofre',
  disconnect: 'Desconectar',

  pushing: 'Salvando suas respostas no seu cofre.',
  pushed: 'Suas respostas estão salvas no seu cofre.',
  refused: 'Suas respostas não foram aceitas.',
  unconnected: 'Ainda não salvo. Conecte seu cofre primeiro.',
  busy: 'Ainda não salvo. Tente de novo {when}.',
  unsaved: 'Suas respostas não foram salvas. Tente de novo.',
  unanswered: 'Não foi possível saber se suas respostas foram salvas. Tente de novo.',
} satisfies Messages;
