// The composables in a component that comes and goes, and outside of one.
import { defineComponent, effectScope, ref } from 'vue';
import { useEndlink, useVault } from 'vaultlink/vue';
import { createPageApp } from './app.ts';

const Follower = defineComponent({
  props: { backend: { type: String, required: true } },
  setup(props) {
    const endlink = useEndlink();
    const inSetup = endlink.value.state;
    return { endlink, inSetup, vault: useVault(() => ({ bffUrl: props.backend })) };
  },
  template: `
    <output id="in-setup">{{ inSetup }}</output>
    <output id="endlink-state">{{ endlink.state }}</output>
    <output id="vault-state">{{ vault.state }}</output>`,
});

createPageApp({
  components: { Follower },
  setup: () => ({ isShown: ref(true), backend: ref('/vault') }),
  template: `
    <Follower v-if="isShown" :backend="backend" />
    <button @click="isShown = !isShown">Show or hide</button>
    <button @click="backend = '/other'">Another backend</button>`,
}).mount('#app');

// As a store of the app has it, which belongs to no component.
const scope = effectScope();
const endlink = scope.run(useEndlink);
Object.assign(window, { scope, endlink });
