/**
 * The first script of each survey page. The page around it takes the requests to the service: the sandbox runs there.
 *
 * The published tag, `vaultlink.js`, follows it.
 */
if (parent.enterPlayground) parent.enterPlayground(window);
else location.replace('../playground/');
