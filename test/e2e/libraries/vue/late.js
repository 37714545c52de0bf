// The buyer's own server decides on the outcome while the element is already shown.
import { ref } from 'vue';
import { showApp } from './app.js';

showApp({
  setup() {
    const drink = ref();
    const outcome = ref();
    async function onAnswer(answer) {
      drink.value = answer;
      const response = await fetch(`/outcome?drink=${answer}`);
      outcome.value = (await response.json()).outcome;
    }
    return { drink, outcome, onAnswer };
  },
  template: `
    <DrinkQuestion v-if="!drink" @answer="onAnswer" />
    <endlink-finish v-else :outcome="outcome"></endlink-finish>`,
});
