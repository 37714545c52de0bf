import 'vaultlink/elements';

const finish = document.createElement('endlink-finish');
// @ts-expect-error not one of the outcomes
finish.outcome = 'completed';
// @ts-expect-error a dry run has other names
finish.test = 'yes';
// @ts-expect-error not a way to report
finish.via = 'beacon';
// @ts-expect-error the state is only read
finish.state = 'confirmed';
// @ts-expect-error no text
finish.manual = 'true';
// @ts-expect-error not a state
finish.preview = 'done';
// @ts-expect-error not a state
if (finish.state === 'done') console.log();

finish.addEventListener('endlink-confirmed', (event) => {
  // @ts-expect-error that is a detail of `vault-pushed`
  console.log(event.detail.message);
});
document.addEventListener('vault-pushed', (event) => {
  // @ts-expect-error that is a detail of the endlink
  console.log(event.detail.status);
});
// @ts-expect-error not of this event
document.addEventListener('vault-push-failed', (event: CustomEvent<number>) => console.log(event));

const connect = document.createElement('vault-connect');
// @ts-expect-error not a way to show the window
connect.display = 'modal';
