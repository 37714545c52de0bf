import { Suspense } from 'react';
import { VaultConnect, VaultPush } from 'vaultlink/react';
import { loginOfRequest } from '@/lib/login';

/** Begins to connect, so it is no address for a `<Link>`, which Next.js fetches ahead. */
const CONNECT_URL = '/vault/connect?return_to=/';

export default function Page() {
  return (
    <Suspense>
      <Profile />
    </Suspense>
  );
}

/** Awaits the cookies, so the server makes it for each request. */
async function Profile() {
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
      <p>{`Signed in as ${user}`}</p>
      <VaultConnect>
        <a href={CONNECT_URL}>Connect your vault</a>
      </VaultConnect>
      <VaultPush packetId="coffee-profile">
        <form method="dialog">
          <label>
            What do you drink? <input name="drink" />
          </label>
          <button>Save</button>
        </form>
      </VaultPush>
      <form method="post" action="/logout">
        <button>Sign out</button>
      </form>
      <form method="post" action="/forget">
        <button>Delete my account</button>
      </form>
    </>
  );
}
