// Vue keeps the element while another step is shown, and puts the same one back.
import { ref } from 'vue';
import { OUTCOME_OF, showApp } from './app.js';

const ThankYou = {
  props: ['outcome'],
  template: '<endlink-finish :outcome="outcome"></endlink-finish>',
};
const TermsOfUse = { template: '<p>All answers are yours.</p>' };

showApp({
  components: { ThankYou, TermsOfUse },
  setup: () => ({ OUTCOME_OF, drink: ref(), step: ref('ThankYou') }),
  template: `
    <DrinkQuestion v-if="!drink" @answer="drink = $event" />
    <template v-else>
      <KeepAlive><component :is="step" :outcome="OUTCOME_OF[drink]" /></KeepAlive>
      <button @click="step = 'TermsOfUse'">Terms</button>
      <button @click="step = 'ThankYou'">Back</button>
    </template>`,
});
