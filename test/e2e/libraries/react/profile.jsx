// The form has an onSubmit of its own, which prevents the browser's default as React's documentation says.
import { useState } from 'react';
import { showApp } from './app.jsx';

function Profile({ packetId }) {
  const [count, setCount] = useState(0);
  const onSubmit = (event) => {
    event.preventDefault();
    setCount(count + 1);
  };
  return (
    <>
      <vault-connect />
      <vault-push packet-id={packetId}>
        <form onSubmit={onSubmit}>
          <label>
            <input type="radio" name="drink" value="Tea" /> Tea
          </label>
          <button>Save</button>
        </form>
      </vault-push>
      <p>Submitted {count} times</p>
    </>
  );
}

showApp(<Profile packetId={document.getElementById('root').dataset.packetId} />);
