// What the keyboard and screen readers need of Highcharts, in a file of its own: it is evaluated in a task of its own.
import "highcharts/esm/modules/accessibility.js";
