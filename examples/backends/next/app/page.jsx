import { loginOfRequest } from '../lib/login';
import { Elements } from './elements';

export default async function Page() {
  // Awaits the cookies, so the page is made for each request.
  const { user } = await loginOfRequest();
  if (!user) {
    return (
      <form method="post" action="/login">
        <label>
          Your name <input name="user" required />
        </label>
        <button>Sign in</button>
      </form>
    );
  }
  return (
    <>
      <Elements />
      <p>{`Signed in as ${user}`}</p>
      <vault-connect>
        <a href="/vault/connect?return_to=/">Connect your vault</a>
      </vault-connect>
      <vault-push packet-id="coffee-profile">
        <form method="dialog">
          <label>
            What do you drink? <input name="drink" />
          </label>
          <button>Save</button>
        </form>
      </vault-push>
      <form method="post" action="/logout">
        <button>Sign out</button>
      </form>
      <form method="post" action="/forget">
        <button>Delete my account</button>
      </form>
    </>
  );
}
