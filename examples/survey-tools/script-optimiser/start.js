/** The optimiser in front, and the site behind it. */
import './optimiser.js';
