// Leads to another page, which reports the outcome in its address.
import { run } from './experiment.js';

run((outcome) => {
  location.href = `/thanks.html?outcome=${outcome}`;
});
