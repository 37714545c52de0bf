// The element stands in the HTML of the page, outside of the app, which sets its outcome.
import { ref, watch } from 'vue';
import { OUTCOME_OF, showApp } from './app.js';

showApp({
  setup() {
    const drink = ref();
    watch(drink, (answer) => {
      document.querySelector('endlink-finish').outcome = OUTCOME_OF[answer];
    });
    return { drink };
  },
  template: '<DrinkQuestion @answer="drink = $event" />',
});
