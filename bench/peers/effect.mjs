/** The effect of every peer on the world: none, so that only its own work is measured. */
export const effect = ({ payload }) => ({ id: 'ch_3MmlLrLkdIwHu7ix', captured: true, amount: payload.amount });
