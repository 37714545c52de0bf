// A page that a server renders.
import { onMounted, ref } from 'vue';
import { useEndlink, useVault } from 'vaultlink/vue';
import { hydrate } from './app.ts';

/** What the server renders, and the page takes over. */
export const Rendered = {
  setup() {
    const endlink = useEndlink();
    const isMounted = ref(false);
    onMounted(() => (isMounted.value = true));
    return { endlink, vault: useVault(), outcome: ref('quota_full'), event: ref(''), isMounted };
  },
  template: `
    <p v-if="endlink.state === 'missing'">No token</p>
    <p v-else>Seller {{ endlink.sellerId }}</p>
    <output id="endlink-state" :class="endlink.state">{{ endlink.state }}</output>
    <output id="vault-state">{{ vault.state }}</output>
    <endlink-finish :outcome="outcome" @endlink-confirmed="event = $event.type">
      <p slot="confirmed">Thank you!</p>
    </endlink-finish>
    <output id="last-event">{{ event }}</output>
    <p v-if="isMounted">Mounted</p>`,
};

if (typeof document !== 'undefined') hydrate(Rendered);
