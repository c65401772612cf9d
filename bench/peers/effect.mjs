/** What every peer does to the world: nothing, so that only its own work is measured. */
export const effect = ({ payload }) => ({ id: 'ch_3MmlLrLkdIwHu7ix', captured: true, amount: payload.amount });
