/** Templates of replies to help requests, which staff can change. `{name}` and `{course}` are filled in. */
export default {
  'code-used':
    'Hello {name},\n\nThank you for writing. We looked at your access code. It was used before, in another course or by another person. We have put it right: open {course} again from the link in your class.\n\nIf it still does not open, write back to us.',
  'code-unknown':
    'Hello {name},\n\nWe do not know this access code. Look at the card again: 0 and O, 1 and I, 5 and S look alike. Dashes and spaces do not matter.\n\nIf it still does not work, send us a picture of the card.',
  'paid-no-access':
    'Hello {name},\n\nThank you for writing. We found your payment and opened {course} for you. Open it again from the link in your class.',
  'paid-twice':
    'Hello {name},\n\nYou paid twice for {course}. We send one payment back to your card. Your bank may need up to ten days to show it. Your access stays.',
  'refund-made':
    'Hello {name},\n\nYour refund for {course} is on its way to your card. Your bank may need up to ten days to show it.',
  'let-in': 'Hello {name},\n\nYou have access to {course} now. Open it from the link in your class.',
  'course-not-ready':
    'Hello {name},\n\n{course} is not ready yet. We are setting it up with your school. Try again tomorrow. You need to do nothing else.',
  'launch-problem':
    'Hello {name},\n\nOpen {course} again from the link in your class, in a new window. If an error page shows, send us the reference at its end.',
  'wrong-course':
    'Hello {name},\n\nYou are in another course than your class. We have moved your access to {course}. Open it from the link in your class.',
  'more-facts':
    'Hello {name},\n\nThank you for writing. To help you, we need to know: your school, your course, and what you see when you open it. A picture of the screen helps.',
} as const
