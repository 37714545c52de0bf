// A wizard of one page has all its steps mounted and shows one of them.
import { ref } from 'vue';
import { showApp } from './app.js';

showApp({
  setup: () => ({ step: ref('question') }),
  template: `
    <div v-show="step === 'question'">
      <DrinkQuestion @answer="step = $event === 'Nothing' ? 'sorry' : 'thanks'" />
    </div>
    <div v-show="step === 'thanks'">
      <h1>Thank you!</h1>
      <endlink-finish outcome="complete"></endlink-finish>
    </div>
    <div v-show="step === 'sorry'">
      <h1>You do not qualify.</h1>
      <endlink-finish outcome="screenout"></endlink-finish>
    </div>`,
});
