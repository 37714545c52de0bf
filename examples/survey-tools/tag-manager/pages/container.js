/**
 * Stands in for the script of a tag manager. As that of Google does, it comes `async`, waits for consent where it is told to, and adds each
 * script of a custom tag anew, without the attributes that it does not know.
 */
const CUSTOM_HTML = `
<script>
  window.vaultlinkConfig = { baseUrl: 'http://127.0.0.1:4800' };
</script>
<script src="/packages/vaultlink/dist/vaultlink.js"></script>
`;

function fire() {
  const parsed = new DOMParser().parseFromString(CUSTOM_HTML, 'text/html');
  for (const written of parsed.querySelectorAll('script')) {
    const script = document.createElement('script');
    if (written.src) script.src = written.getAttribute('src');
    else script.text = written.text;
    script.async = false;
    document.head.append(script);
  }
}

const { dataLayer } = window;
const handle = ({ event }) => {
  if (event === (window.needsConsent ? 'consent' : 'gtm.js')) fire();
};
dataLayer.forEach(handle);
dataLayer.push = (entry) => {
  Array.prototype.push.call(dataLayer, entry);
  handle(entry);
};
