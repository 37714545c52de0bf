import { createApp } from 'vue';

/** The outcome of each answer. */
export const OUTCOME_OF = { Coffee: 'complete', Nothing: 'screenout', Tea: 'quota_full' };

/** The question of all apps here. */
const DrinkQuestion = {
  emits: ['answer'],
  template: `
    <fieldset>
      <legend>What do you drink?</legend>
      <button v-for="drink of ['Coffee', 'Nothing', 'Tea']" @click="$emit('answer', drink)">{{ drink }}</button>
    </fieldset>`,
};

/** Shows an app that knows which tags are custom elements. @see https://vuejs.org/guide/extras/web-components */
export function showApp(component) {
  const app = createApp(component);
  app.config.compilerOptions.isCustomElement = (tag) => /^(endlink|vault)-/.test(tag);
  app.component('DrinkQuestion', DrinkQuestion);
  app.mount('#app');
}
