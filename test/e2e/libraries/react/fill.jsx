// React owns the value of the input: what it does not learn of is gone with the next render.
import { useState } from 'react';
import { showApp } from './app.jsx';

function Contact() {
  const [sellerId, setSellerId] = useState('');
  const [wish, setWish] = useState('');
  return (
    <form>
      <input
        name="seller"
        data-vaultlink-fill="seller_id"
        value={sellerId}
        onChange={(event) => setSellerId(event.target.value)}
      />
      <label>
        Wish <input name="wish" value={wish} onChange={(event) => setWish(event.target.value)} />
      </label>
      <output>{`${sellerId} wishes ${wish || 'nothing'}`}</output>
    </form>
  );
}

showApp(<Contact />);
