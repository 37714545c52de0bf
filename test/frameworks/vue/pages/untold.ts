// What Vue's compiler makes of a template if it was not told which tags are elements.
import { createApp, h, ref, resolveComponent } from 'vue';

createApp({
  setup: () => ({ event: ref('') }),
  render(this: { event: string }) {
    const element = resolveComponent('endlink-finish');
    const onEndlinkConfirmed = ({ type }: Event) => (this.event = type);
    const thanks = () => [h('p', { slot: 'confirmed' }, 'Thank you!')];
    return [
      h(element, { outcome: 'complete', onEndlinkConfirmed }, { default: thanks }),
      h('output', { id: 'last-event' }, this.event),
    ];
  },
}).mount('#app');
