/** The page after the checkout. */
export default {
  backToCourse: 'Back to your course',
  backToPage: 'Back to your page',
  processed: 'Your payment has been processed.',
  receiptTo: (address: string) => `We'll email your receipt to ${address}.`,
  addressYouGave: 'the address you gave',
  flaggedWait: "You can close this page. Write to us if you don't hear from us in two days.",
  confirming: {
    title: 'We are confirming your payment',
    text: 'This can take a moment, or days for a bank transfer. You do not need to pay again. You can close this page. Your course opens once we confirm the payment.',
  },
  part: {
    title: 'We have your payment',
    text: 'Your course changed while you paid. You still need the products below.',
  },
  failed: {
    title: 'Your payment did not go through',
    text: 'Nothing was charged. You can try again, or pay another way.',
  },
  flagged: { title: 'We have your payment', text: 'Our staff are checking it. You do not need to pay again.' },
  refunded: {
    title: 'You got a refund',
    text: 'It can take 10 days to reach your card. To use the course again, open its page.',
  },
  unpaid: { title: 'Nothing was paid', text: 'You can start the payment again from your course page.' },
} as const
