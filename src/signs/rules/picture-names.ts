/**
 * Pictures of meanings that the build takes from Fluent Emoji (`@iconify-json/fluent-emoji-flat`, MIT), by their names
 * there. To use another one in content, add its name.
 */
export const pictureNames = `
1st-place-medal abacus adhesive-bandage airplane airplane-arrival airplane-departure alarm-clock ambulance
american-football anatomical-heart angry-face ant anxious-face-with-sweat artist-medium-dark artist-palette
astonished-face automobile baby-medium backpack bacon balance-scale balloon ballot-box-with-ballot banana bank
baseball basket basketball bathtub battery beach-with-umbrella beans bear bed beetle bell beverage-box bicycle
billed-cap bird birthday-cake black-circle blossom blue-circle blue-square bone books bowl-with-spoon bowling
boy-medium boy-medium-dark boy-medium-light brain bread brick bridge-at-night briefcase broccoli broken-chain broom
brown-circle brown-mushroom bucket building-construction bullseye bus bust-in-silhouette busts-in-silhouette butter
butterfly calendar camera camping candy carpentry-saw carrot castle cat chair chart-increasing check-mark
check-mark-button cheese-wedge cherries cherry-blossom chess-pawn chicken child-medium child-medium-dark chipmunk
chocolate-bar christmas-tree church cigarette cityscape cityscape-at-dusk clapper-board classical-building clipboard
clockwise-vertical-arrows closed-book cloud cloud-with-lightning cloud-with-rain coat coin cold-face collision compass
computer-mouse confused-face cook-medium cooked-rice cookie cooking couch-and-lamp cow crayon credit-card
crescent-moon crocodile cross-mark crossed-swords crown crutch crying-face cup-with-straw cut-of-meat cyclone
dashing-away deciduous-tree deer delivery-truck department-store desert desert-island desktop-computer
disappointed-face dna dog dollar-banknote door down-arrow dress drop-of-blood droplet drum duck e-mail eagle
ear-medium ear-medium-dark ear-of-corn ear-with-hearing-aid-medium egg electric-plug elephant elevator envelope
envelope-with-arrow evergreen-tree ewe eye eyes face-exhaling face-savoring-food face-vomiting face-with-head-bandage
face-with-spiral-eyes face-with-steam-from-nose face-with-tears-of-joy face-with-thermometer factory fallen-leaf
farmer-medium fearful-face film-frames fire firefighter-medium-dark fireworks fish fishing-pole flexed-biceps-medium
flushed-face foot-medium fork-and-knife fork-and-knife-with-plate fountain-pen four-leaf-clover fox framed-picture
french-fries frog frowning-face fuel-pump gear giraffe girl-medium girl-medium-dark glass-of-milk glasses
globe-showing-americas globe-showing-europe-africa globe-with-meridians gloves goat graduation-cap grapes green-apple
green-circle green-salad grinning-face hamburger hammer-and-wrench headstone heavy-dollar-sign heavy-equals-sign
hiking-boot hollow-red-circle honeybee horse hospital hot-beverage hot-dog hot-face hot-pepper hotel
hourglass-not-done house house-with-garden houses hundred-points ice ice-cream ice-hockey ice-skate
identification-card inbox-tray information input-latin-uppercase input-numbers jack-o-lantern jar jeans joker
judge-medium key keyboard keycap-0 keycap-1 keycap-10 keycap-2 keycap-3 keycap-4 keycap-5 keycap-6 keycap-7 keycap-8
keycap-9 kiss-mark kitchen-knife label laptop leaf-fluttering-in-wind leafy-green left-arrow left-speech-bubble
leg-medium lemon light-bulb lion locked-with-key locomotive loudly-crying-face loudspeaker luggage lungs
magnifying-glass-tilted-left man-bald-medium man-beard-medium man-dancing-medium-dark man-feeding-baby-medium-light
man-health-worker-medium man-health-worker-medium-dark man-in-tuxedo-medium man-medium man-medium-dark
man-teacher-medium-dark mantelpiece-clock manual-wheelchair map-of-japan martial-arts-uniform meat-on-bone
mechanic-medium megaphone melon memo menorah metro microbe microscope military-helmet minibus minus moai mobile-phone
money-bag money-with-wings monkey moose mosque motorcycle motorway mountain mouse mouth multiply musical-notes necktie
new-button newspaper night-with-stars nose-medium nose-medium-dark office-building ok-button old-man-medium
old-man-medium-dark old-woman-medium-dark older-person-medium-light oncoming-automobile oncoming-bus oncoming-taxi
one-piece-swimsuit onion open-book orange-circle owl p-button package page-facing-up paintbrush pancakes party-popper
peach pear pen pencil performing-arts person-climbing-medium person-golfing-medium person-in-bed-medium
person-lifting-weights-medium person-lifting-weights-medium-dark person-running-medium person-running-medium-dark
person-standing-medium person-standing-medium-dark person-surfing-medium-dark person-swimming-medium
person-walking-medium person-with-white-cane-medium person-wrestling pie pig pill pilot-medium-light pineapple pizza
placard playground-slide plus police-officer-medium popcorn post-office potato potted-plant printer prohibited
purple-circle purse puzzle-piece rabbit radio rainbow razor receipt red-apple red-circle red-exclamation-mark
red-heart red-question-mark relieved-face right-arrow ring ring-buoy robot rock roller-coaster
rolling-on-the-floor-laughing rose round-pushpin running-shoe sailboat salt sandwich school scientist-medium-dark
scissors scroll seedling sewing-needle shark shield shopping-bags shopping-cart shortcake shorts shower skateboard
skier skunk sleeping-face smiling-face-with-heart-eyes smiling-face-with-smiling-eyes snail snake sneezing-face
snowflake snowman soap soccer-ball socks softball sos-button spade-suit spaghetti speech-balloon spider
spiral-calendar sponge spoon sports-medal spouting-whale star star-struck statue-of-liberty stethoscope stop-sign
stopwatch straight-ruler strawberry sun sun-behind-rain-cloud sunglasses sunrise sunrise-over-mountains sunset
synagogue syringe t-shirt tangerine teapot tear-off-calendar teddy-bear television tennis test-tube thermometer
thinking-face three-oclock tiger toilet tomato tongue tooth toothbrush tornado tractor triangular-flag trophy tulip
turkey turtle twelve-oclock two-hearts two-oclock umbrella unamused-face up-arrow vertical-traffic-light
vibration-mode video-game volleyball warning wastebasket water-wave watermelon wedding white-circle window wireless
wolf woman-cartwheeling-medium woman-curly-hair-medium-dark woman-dancing-medium woman-factory-worker-medium
woman-feeding-baby-medium-dark woman-health-worker-medium woman-medium woman-medium-dark woman-medium-light
woman-superhero-medium woman-teacher-medium woman-with-veil-medium womans-boot womans-hat wood world-map worm
worried-face wrapped-gift x-ray yarn yawning-face yellow-circle zany-face
`
  .trim()
  .split(/\s+/)
