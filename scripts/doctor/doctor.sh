#!/bin/sh
# `doctor` in the container, where it is in the PATH.
exec node /site/build/doctor/doctor.js
