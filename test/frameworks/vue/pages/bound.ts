// The element in a transition, with an outcome that a control of the page chooses.
import { ref } from 'vue';
import { useEndlink } from 'vaultlink/vue';
import { createPageApp } from './app.ts';

createPageApp({
  setup: () => ({
    endlink: useEndlink(),
    events: ref([]),
    isShown: ref(true),
    outcome: ref(''),
    states: ['confirmed', 'missing'],
  }),
  template: `
    <select v-model="outcome" aria-label="Outcome">
      <option></option><option>fail</option><option>screenout</option>
    </select>
    <button @click="isShown = !isShown">Show or hide</button>
    <Transition name="fade" mode="out-in">
      <endlink-finish v-if="isShown" :outcome="outcome" @endlink-confirmed="events.push($event.type)">
        <p v-for="state of states" :slot="state">It is {{ state }}.</p>
      </endlink-finish>
      <p v-else>Hidden</p>
    </Transition>
    <output id="endlink-state">{{ endlink.state }}</output>
    <output id="events">{{ events.join() }}</output>`,
}).mount('#app');
