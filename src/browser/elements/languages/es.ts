import type { Messages } from '../message-types.ts';

export default {
  waiting: 'Ha llegado al final. Pulse el botón para terminar.',
  expired: 'Es posible que su enlace haya caducado. Pulse el botón para intentarlo de todos modos.',
  reporting: 'Comunicando su participación a la plataforma. Mantenga abierta esta página.',
  unknown:
    'Aún sin confirmar. Seguimos intentándolo. Mantenga abierta esta página o pulse un botón.',
  rejected:
    'La plataforma no ha aceptado su participación. Es posible que su enlace haya caducado o ya se haya usado.',
  probablyRecorded:
    'Lo más probable es que su participación ya se haya registrado. Ya puede cerrar esta página.',
  misconfigured:
    'Su participación se conserva en este navegador, pero aún no se ha podido enviar. Mantenga abierta esta página y avise a los responsables de la encuesta.',
  accepted: {
    complete:
      'Gracias por completar la encuesta. Hemos recibido su participación y la comunicaremos a la plataforma. Ya puede cerrar esta página.',
    fail: 'Gracias por su tiempo. La encuesta termina aquí. Hemos recibido su participación y la comunicaremos a la plataforma. Ya puede cerrar esta página.',
    quota_full:
      'Gracias por su interés. La encuesta ya tiene suficientes participantes. Hemos recibido su participación y la comunicaremos a la plataforma. Ya puede cerrar esta página.',
    screenout:
      'Gracias por su tiempo. Esta encuesta busca otro perfil de participantes. Hemos recibido su participación y la comunicaremos a la plataforma. Ya puede cerrar esta página.',
  },
  confirmed: {
    complete:
      'Gracias por completar la encuesta. Su participación se ha registrado. Ya puede cerrar esta página.',
    fail: 'Gracias por su tiempo. La encuesta termina aquí. Su participación se ha registrado. Ya puede cerrar esta página.',
    quota_full:
      'Gracias por su interés. La encuesta ya tiene suficientes participantes. Su participación se ha registrado. Ya puede cerrar esta página.',
    screenout:
      'Gracias por su tiempo. Esta encuesta busca otro perfil de participantes. Su participación se ha registrado. Ya puede cerrar esta página.',
  },
  testRun: 'Esto es una prueba. No se ha enviado nada.',
  finish: 'Terminar',
  retry: 'Intentar de nuevo',
  leave: 'Terminar en la plataforma',

  checking: 'Comprobando la conexión con su bóveda.',
  disconnected: 'Su bóveda no está conectada.',
  denied: 'Ha rechazado la conexión. Su bóveda no está conectada.',
  connecting: 'Conectando. Si se ha abierto una ventana, continúe allí.',
  connected: 'Su bóveda está conectada.',
  reconnect: 'La conexión con su bóveda ha terminado. Conéctela de nuevo.',
  failed: 'No ha funcionado. Inténtelo de nuevo.',
  connect: 'Conectar mi bóveda',
  disconnect: 'Desconectar',

  pushing: 'Guardando sus respuestas en su bóveda.',
  pushed: 'Sus respuestas se han guardado en su bóveda.',
  refused: 'Sus respuestas no se han aceptado.',
  unconnected: 'Aún sin guardar. Conecte primero su bóveda.',
  busy: 'Aún sin guardar. Inténtelo de nuevo {when}.',
  unsaved: 'Sus respuestas no se han guardado. Inténtelo de nuevo.',
  unanswered: 'No hemos podido saber si sus respuestas se han guardado. Inténtelo de nuevo.',
} satisfies Messages;
