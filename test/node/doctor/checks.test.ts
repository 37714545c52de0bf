import { describeChecks } from './table.ts';

describeChecks({
  switches: [
    [{}, 'ok', /^The relay is off \(VAULTLINK_RELAY\), the hook is off \(VAULTLINK_HOOK\)\.$/],
    [
      {
        environment: {
          VAULTLINK_RELAY: 'on',
          VAULTLINK_HOOK: 'on',
          VAULTLINK_MAY_REPORT_URL: 'https://app.example/may-report',
          VAULTLINK_CALLS_IN_ALL_PER_MINUTE: '60',
          VAULTLINK_REDIRECT_URI: 'https://app.example/profile',
        },
      },
      'ok',
      /^The relay is on .* the hook is on/,
    ],
    [
      { environment: { VAULTLINK_MAY_REPORT_URL: 'https://app.example/may-report' } },
      'warning',
      /^The relay is off .* hook is off \(/,
      /^VAULTLINK_MAY_REPORT_URL has no effect, .* Set VAULTLINK_RELAY to on[^\n]*$/,
    ],
    [
      {
        environment: {
          VAULTLINK_HOOK: 'on',
          VAULTLINK_MAY_REPORT_URL: 'https://app.example/may-report',
        },
      },
      'warning',
      /^The relay is off .* hook is on/,
      /^VAULTLINK_MAY_REPORT_URL/,
    ],
    [
      { environment: { VAULTLINK_CALLS_PER_ADDRESS_PER_MINUTE: '60' } },
      'ok',
      /^The relay is off .* hook is off/,
    ],
    [
      { environment: { VAULTLINK_CALLS_IN_ALL_PER_MINUTE: '60', VAULTLINK_RELAY: 'on' } },
      'ok',
      /^The relay is on .* hook is off/,
    ],
    [
      {
        environment: {
          VAULTLINK_RELAY: 'on',
          VAULTLINK_REDIRECT_URI: 'https://app.example/profile',
        },
      },
      'warning',
      /^The relay is on .* hook is off/,
      /^VAULTLINK_REDIRECT_URI points to a page, .* Set VAULTLINK_HOOK to on\.$/,
    ],
  ],
});
