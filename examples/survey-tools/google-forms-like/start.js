/** Your own pages, and beside them the stand-in for the tool. */
import './server.js';
import './tool.js';
