// The element is mounted with its outcome, and unmounted by the button.
import { ref } from 'vue';
import { OUTCOME_OF, showApp } from './app.js';

const ThankYou = {
  props: ['outcome'],
  setup: () => ({ isSaved: ref(false) }),
  template: `
    <endlink-finish :outcome="outcome" @endlink-confirmed="isSaved = true"></endlink-finish>
    <h1 v-if="isSaved">Thank you!</h1>`,
};

showApp({
  components: { ThankYou },
  setup: () => ({ OUTCOME_OF, drink: ref() }),
  template: `
    <DrinkQuestion v-if="!drink" @answer="drink = $event" />
    <template v-else>
      <ThankYou :outcome="OUTCOME_OF[drink]" />
      <button @click="drink = undefined">Start again</button>
    </template>`,
});
