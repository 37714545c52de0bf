// The form has a listener of its own, with Vue's modifier that prevents the browser's default.
import { ref } from 'vue';
import { showApp } from './app.js';

const { packetId } = document.getElementById('app').dataset;

showApp({
  setup: () => ({ packetId, count: ref(0) }),
  template: `
    <vault-connect></vault-connect>
    <vault-push :packet-id="packetId">
      <form @submit.prevent="count += 1">
        <label><input type="radio" name="drink" value="Tea"> Tea</label>
        <button>Save</button>
      </form>
    </vault-push>
    <p>Submitted {{ count }} times</p>`,
});
