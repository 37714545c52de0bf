const radio = (key, label, choices) => ({
  type: 'radio',
  key,
  label,
  values: choices.map((choice) => ({ value: choice.toLowerCase(), label: choice })),
  validate: { required: true },
});

/** A wizard: each panel is a page of its own. */
const form = await Formio.createForm(document.getElementById('form'), {
  display: 'wizard',
  // Where the answers go. A form of your own Form.io project knows that itself: give its address to `createForm` instead of all this.
  action: `${location.origin}/answers`,
  components: [
    {
      type: 'panel',
      key: 'first',
      title: 'Your drink',
      components: [radio('drink', 'What do you drink?', ['Coffee', 'Tea', 'Nothing'])],
    },
    {
      type: 'panel',
      key: 'second',
      title: 'Your care',
      // Who does not qualify is done after the first page.
      customConditional: "show = data.drink === 'coffee';",
      components: [radio('care', 'Please choose “Often”', ['Never', 'Often'])],
    },
  ],
});

function outcomeOf({ drink, care }) {
  if (drink === 'nothing') return 'screenout';
  if (drink === 'tea') return 'quota_full';
  return care === 'often' ? 'complete' : 'fail';
}

// Comes when the answers are saved. Where that fails, nothing is reported: the seller can press the button again.
form.on('submit', ({ data }) => {
  document.querySelector('endlink-finish').outcome = outcomeOf(data);
});
