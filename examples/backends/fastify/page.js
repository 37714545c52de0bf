const escape = (text) => text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);

/** The page of this app. `user` is who is signed in, if anybody is. */
export const page = (user) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Your profile</title>
    <script src="/vaultlink.js"></script>
  </head>
  <body>
    ${user ? profile(user) : login}
  </body>
</html>
`;

const login = `<form method="post" action="/login">
      <label>Your name <input name="user" required /></label>
      <button>Sign in</button>
    </form>`;

const profile = (user) => `<p>Signed in as ${escape(user)}</p>
    <vault-connect><a href="/vault/connect?return_to=/">Connect your vault</a></vault-connect>
    <vault-push packet-id="coffee-profile">
      <form method="dialog">
        <label>What do you drink? <input name="drink" /></label>
        <button>Save</button>
      </form>
    </vault-push>
    <form method="post" action="/logout"><button>Sign out</button></form>
    <form method="post" action="/forget"><button>Delete my account</button></form>`;
