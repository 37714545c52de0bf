import type { Messages } from '../message-types.ts';

/** English is part of the elements: it needs no download. */
export default {
  waiting: 'You have reached the end. Please press the button to finish.',
  expired: 'Your link may have expired. Please press the button to try anyway.',
  reporting: 'Reporting your participation to the marketplace. Please keep this page open.',
  unknown: 'Not confirmed yet. We will keep trying. Please keep this page open, or press a button.',
  rejected:
    'The marketplace could not accept your participation. Your link may have expired or been used before.',
  probablyRecorded:
    'Your participation has most likely been recorded already. You may close this page.',
  misconfigured:
    'Your participation is kept in this browser but could not be sent from this page yet. Please keep this page open and tell the people who run this survey.',
  accepted: {
    complete:
      'Thank you for completing the survey. Your participation has been received and will be reported to the marketplace. You may close this page.',
    fail: 'Thank you for your time. The survey ends here. Your participation has been received and will be reported to the marketplace. You may close this page.',
    quota_full:
      'Thank you for your interest. The survey already has enough participants. Your participation has been received and will be reported to the marketplace. You may close this page.',
    screenout:
      'Thank you for your time. This survey is for a different group of participants. Your participation has been received and will be reported to the marketplace. You may close this page.',
  },
  confirmed: {
    complete:
      'Thank you for completing the survey. Your participation has been recorded. You may close this page.',
    fail: 'Thank you for your time. The survey ends here. Your participation has been recorded. You may close this page.',
    quota_full:
      'Thank you for your interest. The survey already has enough participants. Your participation has been recorded. You may close this page.',
    screenout:
      'Thank you for your time. This survey is for a different group of participants. Your participation has been recorded. You may close this page.',
  },
  testRun: 'This is a test. Nothing was sent.',
  finish: 'Finish',
  retry: 'Try again',
  leave: 'Finish at the marketplace',

  checking: 'Checking the connection to your vault.',
  disconnected: 'Your vault is not connected.',
  denied: 'You declined. Your vault is not connected.',
  connecting: 'Connecting. If a window has opened, please continue there.',
  connected: 'Your vault is connected.',
  reconnect: 'The connection to your vault has ended. Please connect it again.',
  failed: 'That did not work. Please try again.',
  connect: 'Connect my vault',
  disconnect: 'Disconnect',

  pushing: 'Saving your answers in your vault.',
  pushed: 'Your answers are saved in your vault.',
  refused: 'Your answers were not accepted.',
  unconnected: 'Not saved yet. Please connect your vault first.',
  busy: 'Not saved yet. Please try again {when}.',
  unsaved: 'Your answers were not saved. Please try again.',
  unanswered: 'We could not find out whether your answers were saved. Please try again.',
} satisfies Messages;
